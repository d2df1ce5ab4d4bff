import type { Day } from './days.ts'
import type { Bed, PricedRoom } from './rooms.ts'

/** A bed to sleep in, with its room and price. */
export interface Berth {
  bed: Bed
  room: PricedRoom
}

/** Which beds are taken: makes sure that no bed is sold twice for a night. */
export interface Occupancy {
  /** On each of these nights. */
  isFree(bed: Bed, nights: readonly Day[]): boolean
  take(bed: Bed, nights: readonly Day[]): void
  /**
   * Finds and takes beds of one room that are free on all these nights.
   *
   * @throws RangeError when the house is full: a mistake in the plan of the data, not of the caller
   */
  book(
    rooms: readonly PricedRoom[],
    wanted: { nights: readonly Day[]; beds: number; kind?: 'dorm' | 'private' },
  ): Berth[]
}

export function createOccupancy(): Occupancy {
  // By bed first: most beds of a large property are in no set, and the check for them must be cheap.
  const taken = new Map<string, Set<Day>>()
  const isFree = (bed: Bed, nights: readonly Day[]) => {
    const own = taken.get(bed.id)
    return own === undefined || !nights.some((night) => own.has(night))
  }
  const take = (bed: Bed, nights: readonly Day[]) => {
    const own = taken.get(bed.id) ?? new Set()
    for (const night of nights) own.add(night)
    taken.set(bed.id, own)
  }
  return {
    isFree,
    take,
    book(rooms, { nights, beds, kind }) {
      for (const room of rooms) {
        if (kind && room.room.kind !== kind) continue
        const free = room.room.beds.filter((bed) => isFree(bed, nights)).slice(0, beds)
        if (free.length < beds) continue
        for (const bed of free) take(bed, nights)
        return free.map((bed) => ({ bed, room }))
      }
      throw new RangeError(`No room has ${beds} free bed(s) for ${nights.length} night(s): the house is full`)
    },
  }
}
