import type { Slots } from '../prepared.ts'
import type { Db } from '../storage.ts'

/** Which conditions a list by nights has: its queries are compiled once for each combination. */
export interface DatedForm {
  status: boolean
  start: boolean
  end: boolean
}

/** The values of all queries of such a list. */
export interface DatedValues {
  propertyId: string
  status: string
  start: string
  end: string
  /** The latest `created`. */
  until: number
  limit: number
  offset: number
  /** The newest and the oldest week of creation that is looked at; of weeks alone, the one after the newest. */
  newest: string
  oldest: string
}

/** Makes queries for each form once. */
export function byForm<Queries>(make: (form: DatedForm) => Queries): (form: DatedForm) => Queries {
  const made = new Map<string, Queries>()
  return (form) => {
    const key = `${form.status} ${form.start} ${form.end}`
    let queries = made.get(key)
    if (queries === undefined) made.set(key, (queries = make(form)))
    return queries
  }
}

/** Bookings with a gap around the asked nights, and so with none of them. */
export function awayThen(db: Db, value: Slots<DatedValues>, form: DatedForm) {
  const away = db
    .selectFrom('stay_gaps')
    .innerJoin('bookings', (join) =>
      join
        .on('bookings.property_id', '=', value('propertyId'))
        .onRef('bookings.id', '=', 'stay_gaps.booking_id'),
    )
    .where('stay_gaps.property_id', '=', value('propertyId'))
    .where('stay_gaps.after_night', '<', value('start'))
    .where('stay_gaps.before_night', '>', value('end'))
  return form.status ? away.where('bookings.status', '=', value('status')) : away
}
