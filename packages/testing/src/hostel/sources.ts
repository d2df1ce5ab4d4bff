import type { Random } from '../random.ts'

/** Where bookings come from. */
export const sources = [
  'Hostelworld',
  'Booking.com',
  'Airbnb',
  'Expedia',
  'Direct',
  'Walk-in',
  'Phone',
] as const
export type Source = (typeof sources)[number]

/** Shares of a hostel that lives mostly on channels. */
export const sourceWeights: readonly (readonly [Source, number])[] = [
  ['Hostelworld', 34],
  ['Booking.com', 28],
  ['Direct', 14],
  ['Airbnb', 7],
  ['Expedia', 6],
  ['Walk-in', 7],
  ['Phone', 4],
]

/** Whether bookings of this source come through a channel, with its messages and its reference. */
export const isChannel = (source: Source): boolean =>
  source === 'Hostelworld' || source === 'Booking.com' || source === 'Airbnb' || source === 'Expedia'

/** A source with its reference, as at the start of a booking's description. */
export function reference(source: Source, random: Random): string {
  return references[source](random)
}

const references: Record<Source, (random: Random) => string> = {
  Hostelworld: (random) => `Hostelworld HW-${random.digits(5)}-${random.digits(9)}`,
  'Booking.com': (random) => `Booking.com ${random.digits(10)}`,
  Airbnb: (random) => `Airbnb HM${letters(random, 8)}`,
  Expedia: (random) => `Expedia ${random.digits(10)}`,
  Direct: (random) => `Website WEB-${random.digits(6)}`,
  'Walk-in': (random) => `Walk-in WI-${random.digits(4)}`,
  Phone: (random) => `Phone TEL-${random.digits(4)}`,
}

const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const letters = (random: Random, length: number): string =>
  Array.from({ length }, () => alphabet[random.int(0, alphabet.length - 1)]).join('')
