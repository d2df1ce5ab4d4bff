import type { Runtime } from '../runtime.ts'

/** Whole numbers drawn from the runtime's bytes, so that a repeatable runtime makes a repeatable booking. */
export interface Dice {
  /** From `min` to `max`, both included. */
  between(min: number, max: number): number
}

export function dice(runtime: Pick<Runtime, 'bytes'>): Dice {
  return {
    between(min, max) {
      const [a = 0, b = 0, c = 0, d = 0] = runtime.bytes(4)
      return min + ((a * 0x1_00_00_00 + b * 0x1_00_00 + c * 0x1_00 + d) % (max - min + 1))
    },
  }
}

const dayMs = 86_400_000

/** One to five nights of a dorm bed, within the next month, dearer on Friday and Saturday; minor units. */
export function madeUpNights(roll: Dice, now: number): { date: string; amount: number }[] {
  const arrival = now + roll.between(1, 30) * dayMs
  const price = roll.between(18, 45) * 100
  return Array.from({ length: roll.between(1, 5) }, (_, night) => {
    const date = new Date(arrival + night * dayMs)
    const weekend = date.getUTCDay() === 5 || date.getUTCDay() === 6
    return { date: date.toISOString().slice(0, 10), amount: weekend ? price + 600 : price }
  })
}
