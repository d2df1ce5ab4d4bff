import type { Booking, Guest, OptionNames, Payment } from '@svc/models'
import type { Message } from '@svc/control'
import { checkOptions } from '../check-options.ts'
import { seededRandom } from '../random.ts'
import { type Moment, toMs } from './days.ts'
import { defaultNow, hostelBookings } from './hostel-bookings.ts'
import { housePayments } from './house-payments.ts'
import type { Room } from './rooms.ts'
import { type ShapeName, shapeNames } from './shapes.ts'

/** What kind of property `hostel` makes. */
export interface HostelOptions {
  /** The same seed gives the same property, to the byte. @default 1 */
  seed?: number | string | undefined
  /** How many bookings, 0 or more; every situation is there from 26 on. @default 60 */
  bookings?: number | undefined
  /**
   * What "today" is; all dates are relative to it, and nothing was created after it. @default
   * '2026-07-15T15:30:00.000Z'
   */
  now?: Moment | undefined
}

/** A whole property as wire objects. */
export interface Hostel {
  /** The house. */
  property: {
    /** Its name: `Hostel Miramar`. */
    name: string
    /** ISO 4217, for readers: the API itself names no currency. */
    currency: 'EUR'
  }
  /** Its rooms, with their beds. */
  rooms: Room[]
  /** Everybody who booked, once each. */
  guests: Guest[]
  /** Newest `created` first, as the API lists them. */
  bookings: Booking[]
  /** Newest `date` first: of bookings, of guests alone, and of nobody; one of them is soft-deleted. */
  payments: Payment[]
  /** Oldest first. */
  messages: Message[]
  /** The bookings of the named situations: `shapes.no_show`, `shapes.group_of_six` … */
  shapes: Partial<Record<ShapeName, Booking>>
}

const optionNames: OptionNames<HostelOptions> = { seed: true, bookings: true, now: true }

const names = [
  'Casa Solange',
  'The Crooked Bunk',
  'Albergue do Farol',
  'Mad Heron Hostel',
  'Zum Roten Rucksack',
] as const

/**
 * A whole realistic property: dorms that sell beds, privates that sell rooms, guests of many alphabets, and bookings
 * of every situation that integrators meet (`shapeNames`). No bed is sold twice for a night, totals are the sums of
 * their nights, paid days and statuses follow from the payments, refunds are `outgoing` payments.
 *
 * @throws RangeError for a number of bookings below 0, or a `now` that is no time
 * @example
 * const { bookings, payments, shapes } = hostel({ seed: 7, bookings: 200 })
 */
export function hostel(options: HostelOptions = {}): Hostel {
  checkOptions('hostel', options, optionNames)
  const { seed = 1, bookings: count = 60, now = defaultNow } = options
  const rooms: Room[] = []
  const stays = [
    ...hostelBookings({
      seed,
      count,
      now,
      onRooms: (priced) => void rooms.push(...priced.map(({ room }) => room)),
    }),
  ]
  const guests = new Map(stays.map(({ booking }) => [booking.guest.id, booking.guest]))
  const payments = stays.flatMap((stay) => stay.payments)
  payments.push(...housePayments({ seed, nowMs: toMs(now), guests: [...guests.values()] }))
  return {
    property: { name: seededRandom(`${seed}:property`).pick(names), currency: 'EUR' },
    rooms,
    guests: [...guests.values()],
    bookings: stays
      .map(({ booking }) => booking)
      .toSorted((a, b) => newestFirst(a.created, b.created, a.id, b.id)),
    payments: payments.toSorted((a, b) => newestFirst(a.date, b.date, a.id, b.id)),
    messages: stays
      .flatMap((stay) => stay.messages)
      .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1)),
    shapes: Object.fromEntries(
      shapeNames.slice(0, stays.length).map((name, index) => [name, stays[index]?.booking]),
    ),
  }
}

function newestFirst(a: string, b: string, idA: string, idB: string): number {
  if (a !== b) return a < b ? 1 : -1
  return idA < idB ? -1 : 1
}
