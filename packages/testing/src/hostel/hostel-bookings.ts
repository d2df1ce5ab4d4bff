import type { OptionNames } from '@svc/models'
import { checkOptions } from '../check-options.ts'
import { seededRandom } from '../random.ts'
import { dayOf, type Moment, toMs } from './days.ts'
import { meanBedNights, roomBookings } from './lanes.ts'
import { createOccupancy } from './occupancy.ts'
import { bedsPerHouse, houseRooms, type PricedRoom } from './rooms.ts'
import { makeShape, shapeNames } from './shapes.ts'
import type { HostelStay } from './stay.ts'

/** The default of `now`. It is fixed, so the same seed gives the same data tomorrow. */
export const defaultNow = '2026-07-15T15:30:00.000Z'

/** Which bookings `hostelBookings` yields. */
export interface HostelBookingsOptions {
  /** The same seed gives the same bookings. @default 1 */
  seed?: number | string | undefined
  /** How many bookings, 0 or more. @default 60 */
  count?: number | undefined
  /**
   * What "today" is; all dates are relative to it, and nothing was created after it. @default
   * '2026-07-15T15:30:00.000Z'
   */
  now?: Moment | undefined
  /** Called with the rooms of each house before its first booking. */
  onRooms?: ((rooms: readonly PricedRoom[]) => void) | undefined
}

const optionNames: OptionNames<HostelBookingsOptions> = { seed: true, count: true, now: true, onRooms: true }

const soldShare = 0.72
const longestPastDays = 3 * 365
const futureDays = 120

/**
 * The bookings of a realistic property one by one, each with its payments and messages: the same ones that
 * {@link hostel} collects. First one of each situation (`shapeNames`), then ordinary ones.
 *
 * It holds no more than one room's state, so a million bookings stream in constant memory. A property of one house
 * has some forty beds; beyond what these can have hosted in three years, further houses of the same plan are added,
 * so that no bed is ever sold twice for a night, however many bookings are asked for.
 *
 * @throws RangeError for a count that is not a whole number from 0, or a `now` that is no time
 */
export function* hostelBookings(options: HostelBookingsOptions = {}): Generator<HostelStay, void, undefined> {
  checkOptions('hostelBookings', options, optionNames)
  const { seed = 1, count = 60, now = defaultNow } = options
  if (!Number.isSafeInteger(count) || count < 0) {
    throw new RangeError(`The number of bookings must be a whole number from 0, not ${count}`)
  }
  const nowMs = toMs(now)
  const random = seededRandom(seed)
  const sold = createOccupancy()
  const plan = layOut(count - shapeNames.length)
  let left = count

  for (let house = 0; left > 0; house++) {
    const rooms = houseRooms(seed, house)
    options.onRooms?.(rooms)
    if (house === 0) {
      for (const name of shapeNames.slice(0, left)) {
        yield makeShape(name, { nowMs, random, rooms, occupancy: sold })
        left -= 1
      }
    }
    const regulars: HostelStay['booking']['guest'][] = []
    for (const room of random.shuffled(rooms)) {
      const lane = {
        nowMs,
        firstDay: dayOf(nowMs) - plan.pastDays,
        lastDay: dayOf(nowMs) + futureDays,
        occupancy: plan.occupancy,
        random,
        sold,
        regulars,
      }
      for (const stay of roomBookings(room, lane)) {
        if (left === 0) return
        yield stay
        left -= 1
      }
    }
  }
}

/** How far back, and how full, the house is so that it holds a little more than this many bookings. */
function layOut(ordinary: number): { pastDays: number; occupancy: number } {
  const bedNights = Math.max(1, ordinary) * meanBedNights * 1.5
  const daysIfFull = bedNights / (bedsPerHouse * soldShare)
  const pastDays = Math.round(Math.min(longestPastDays, Math.max(75, daysIfFull)))
  // The future, with fewer and fewer bookings, counts for about 50 full days.
  const occupancy = Math.min(soldShare, Math.max(0.04, bedNights / (bedsPerHouse * (pastDays + 50))))
  return { pastDays, occupancy }
}
