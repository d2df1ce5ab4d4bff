import type { Day } from './days.ts'
import type { Bed, PricedRoom } from './rooms.ts'

/** A bed to sleep in, with its room and price. */
export interface Berth {
  bed: Bed
  room: PricedRoom
}

/** Who sleeps where: makes sure that no bed is sold twice for a night. */
export interface Occupancy {
  isFree(bed: Bed, night: Day): boolean
  take(bed: Bed, nights: readonly Day[]): void
  /**
   * Finds and takes beds of one room that are free on all these nights.
   *
   * @throws RangeError when the house is full: a mistake in the data's plan, not in its use
   */
  book(
    rooms: readonly PricedRoom[],
    wanted: { nights: readonly Day[]; beds: number; kind?: 'dorm' | 'private' },
  ): Berth[]
}

const key = (bed: Bed, night: Day): string => `${bed.id}/${night}`

export function createOccupancy(): Occupancy {
  const taken = new Set<string>()
  const isFree = (bed: Bed, night: Day) => !taken.has(key(bed, night))
  const take = (bed: Bed, nights: readonly Day[]) => {
    for (const night of nights) taken.add(key(bed, night))
  }
  return {
    isFree,
    take,
    book(rooms, { nights, beds, kind }) {
      for (const room of rooms) {
        if (kind && room.room.kind !== kind) continue
        const free = room.room.beds
          .filter((bed) => nights.every((night) => isFree(bed, night)))
          .slice(0, beds)
        if (free.length < beds) continue
        for (const bed of free) take(bed, nights)
        return free.map((bed) => ({ bed, room }))
      }
      throw new RangeError(`No room has ${beds} free bed(s) for ${nights.length} night(s): the house is full`)
    },
  }
}
