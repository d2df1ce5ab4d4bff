import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus'

/** Repeatable randomness: the same seed gives the same sequence on every machine and in every version of Node. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** A whole number from `min` to `max`, both inclusive. */
  int(min: number, max: number): number
  /** `true` with this probability, 0–1. */
  chance(probability: number): boolean
  /** One of the values, all equally likely. */
  pick<T>(values: readonly [T, ...T[]]): T
  /** One of the values, in proportion to their weights. */
  weighted<T>(values: readonly (readonly [value: T, weight: number])[]): T
  /** The values in another order; the list itself stays as it is. */
  shuffled<T>(values: readonly T[]): T[]
  /** A UUID v4 in lower case. */
  uuid(): string
  /** `length` decimal digits, the first of them not 0. */
  digits(length: number): string
}

/**
 * A generator of repeatable randomness. Not for secrets. On top of pure-rand it has texts as seeds, choices, and ids.
 *
 * @param seed any number or text; different seeds give unrelated sequences
 */
export function seededRandom(seed: number | string): Random {
  const name = String(seed)
  // The whole state comes from the seed: the library's own seeds have 32 bits, and of 80,000 fixtures two would be
  // alike.
  const generator = xoroshiro128plusFromState([1, 2, 3, 4].map((salt) => hash(name, salt)))
  const next32 = () => generator.next()
  const next = () => uniformFloat64(generator)
  const int = (min: number, max: number) => uniformInt(generator, min, max)

  const random: Random = {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (values) => values[int(0, values.length - 1)] ?? values[0],
    weighted(values) {
      let rest = next() * values.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of values) {
        rest -= weight
        if (rest < 0) return value
      }
      const last = values.at(-1)
      if (!last) throw new RangeError('weighted() needs at least one value to choose from')
      return last[0]
    },
    shuffled(values) {
      const list = [...values]
      for (let index = list.length - 1; index > 0; index--) {
        const other = int(0, index)
        const held = list[index] as (typeof list)[number]
        list[index] = list[other] as (typeof list)[number]
        list[other] = held
      }
      return list
    },
    uuid: () => uuidFrom(next32(), next32(), next32(), next32()),
    digits(length) {
      let text = String(int(1, 9))
      while (text.length < length) text += String(int(0, 9))
      return text
    },
  }
  return random
}

const hex = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
const dash = 45

/**
 * A million bookings need some four million ids. One call with all the characters makes a text in one piece, in a quarter of the
 * time that adding up parts takes: those become a chain, which has to be made one piece before it can be cut or stored.
 */
function uuidFrom(a: number, b: number, c: number, d: number): string {
  const version = (b & 0xffff0fff) | 0x4000
  const variant = (c & 0x3fffffff) | 0x80000000
  // prettier-ignore
  return String.fromCharCode(
    digit(a, 28), digit(a, 24), digit(a, 20), digit(a, 16), digit(a, 12), digit(a, 8), digit(a, 4), digit(a, 0),
    dash, digit(version, 28), digit(version, 24), digit(version, 20), digit(version, 16),
    dash, digit(version, 12), digit(version, 8), digit(version, 4), digit(version, 0),
    dash, digit(variant, 28), digit(variant, 24), digit(variant, 20), digit(variant, 16),
    dash, digit(variant, 12), digit(variant, 8), digit(variant, 4), digit(variant, 0),
    digit(d, 28), digit(d, 24), digit(d, 20), digit(d, 16), digit(d, 12), digit(d, 8), digit(d, 4), digit(d, 0),
  )
}

/** The character of four bits. */
const digit = (value: number, shift: number): number => hex[(value >>> shift) & 15] ?? 0

/** FNV-1a with a final avalanche, one of several by salt. */
function hash(text: string, salt: number): number {
  let value = 0x811c9dc5 ^ Math.imul(salt, 0x9e3779b9)
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) | 0
}
