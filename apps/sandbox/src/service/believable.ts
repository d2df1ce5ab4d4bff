import type { Runtime } from '../runtime.ts'

/** Whole numbers drawn from the runtime's bytes, so that a repeatable runtime makes a repeatable booking. */
export interface Dice {
  /** From `min` to `max`, both included. */
  between(min: number, max: number): number
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

export function dice(runtime: Pick<Runtime, 'bytes'>): Dice {
  const between = (min: number, max: number) => {
    const [a = 0, b = 0, c = 0, d = 0] = runtime.bytes(4)
    return min + ((a * 0x1_00_00_00 + b * 0x1_00_00 + c * 0x1_00 + d) % (max - min + 1))
  }
  return { between, pick: (items) => items[between(0, items.length - 1)] ?? items[0] }
}

type Person = readonly [first: string, last: string, phone: string]

const people: readonly [Person, ...Person[]] = [
  ['Aoife', 'Byrne', '+353 86 555 01'],
  ['Mateo', 'Fernández', '+34 612 555 0'],
  ['Zoë', 'van Dijk', '+31 6 555 010'],
  ['Søren', 'Kjær', '+45 20 55 50 '],
  ['Łukasz', 'Wójcik', '+48 601 555 0'],
  ['Hana', 'Suzuki', '+81 90 5550 0'],
  ['Chloé', 'Lefèvre', '+33 6 55 50 1'],
  ['Jack', 'Nguyen', '+61 491 570 0'],
]

/** Letters that an address of example.com can have, of any name. */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øØ]/g, 'o')
    .replaceAll(/[łŁ]/g, 'l')
    .replaceAll('æ', 'ae')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase()

/** A guest who could be anybody's, with an address that is nobody's (RFC 2606). */
export function believableGuest(roll: Dice) {
  const [first_name, last_name, phone] = roll.pick(people)
  const number = roll.between(10, 99)
  return {
    first_name,
    last_name,
    email: `${plain(first_name)}.${plain(last_name)}${number}@example.com`,
    phone: `${phone}${number}`,
  }
}

const dayMs = 86_400_000

/** One to five nights of a dorm bed, within the next month, dearer on Friday and Saturday; minor units. */
export function believableNights(roll: Dice, now: number): { date: string; amount: number }[] {
  const arrival = now + roll.between(1, 30) * dayMs
  const price = roll.between(18, 45) * 100
  return Array.from({ length: roll.between(1, 5) }, (_, night) => {
    const date = new Date(arrival + night * dayMs)
    const weekend = date.getUTCDay() === 5 || date.getUTCDay() === 6
    return { date: date.toISOString().slice(0, 10), amount: weekend ? price + 600 : price }
  })
}
