import { seededRandom } from '../random.ts'

/** A bed, or a private room's single unit: what a stay date's `bed` names. */
export interface Bed {
  /** Bed identifier (UUID). */
  id: string
  /** Its name: `Bed A`. */
  name: string
}

/** A room of the property: what a stay date's `room` names. */
export interface Room {
  /** Room identifier (UUID). */
  id: string
  /** Its name: `Dorm 1`. */
  name: string
  /** Dorms sell beds, privates sell the room. */
  kind: 'dorm' | 'private'
  /** Its beds. */
  beds: Bed[]
}

/** A room and its price. */
export interface PricedRoom {
  /** The room. */
  room: Room
  /** Price of a bed (dorm) or of the room (private) on a weekday in shoulder season, in minor units. */
  rate: number
}

const plan = [
  { name: '8-Bed Mixed Dorm', kind: 'dorm', beds: 8, rate: 2450 },
  { name: '6-Bed Female Dorm', kind: 'dorm', beds: 6, rate: 2790 },
  { name: '10-Bed Mixed Dorm', kind: 'dorm', beds: 10, rate: 2190 },
  { name: '4-Bed Ensuite Dorm', kind: 'dorm', beds: 4, rate: 3240 },
  { name: 'Double Private', kind: 'private', beds: 1, rate: 7850 },
  { name: 'Twin Private', kind: 'private', beds: 1, rate: 7200 },
  { name: '6-Bed Mixed Dorm', kind: 'dorm', beds: 6, rate: 2650 },
  { name: 'Family Room', kind: 'private', beds: 1, rate: 11_900 },
  { name: 'Single Private', kind: 'private', beds: 1, rate: 5400 },
] as const

/** Beds (and private units) of one house. */
export const bedsPerHouse = plan.reduce((sum, { beds }) => sum + beds, 0)

/**
 * The rooms of one house of the property. House 0 is the hostel; very large data sets add further houses, because no
 * single one could have hosted a million bookings.
 */
export function houseRooms(seed: number | string, house: number): PricedRoom[] {
  const random = seededRandom(`${seed}:house:${house}`)
  return plan.map(({ name, kind, beds, rate }, index) => {
    const number = `${house === 0 ? '' : `${house + 1}-`}${Math.floor(index / 3) + 1}0${(index % 3) + 1}`
    const bedNames = kind === 'private' ? ['Room'] : Array.from({ length: beds }, (_, bed) => bedName(bed))
    return {
      room: {
        id: random.uuid(),
        name: `${number} ${name}`,
        kind,
        beds: bedNames.map((bed) => ({ id: random.uuid(), name: `${number}-${bed}` })),
      },
      rate,
    }
  })
}

const bedName = (index: number): string => `${Math.floor(index / 2) + 1}${index % 2 === 0 ? 'L' : 'U'}`
