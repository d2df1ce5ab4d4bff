import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Schema } from '../schema.ts'

type OfBookings = ExpressionBuilder<Schema, 'bookings'>
type Condition = ExpressionWrapper<Schema, 'bookings', SqlBool>

/** Whether a booking has nights before and after these, and none of them: it has a gap around them (D8). */
export function isAway(eb: OfBookings, propertyId: string, start: string, end: string): Condition {
  return eb.exists(
    eb
      .selectFrom('stay_gaps')
      .select(sql.lit(1).as('one'))
      .where('stay_gaps.property_id', '=', propertyId)
      .whereRef('stay_gaps.booking_id', '=', 'bookings.id')
      .where('stay_gaps.after_night', '<', start)
      .where('stay_gaps.before_night', '>', end),
  )
}

/** Whether it has a status. Not by the index of statuses, which has no nights: the query is to walk that of nights. */
export function hasStatusToo(eb: OfBookings, status: string): Condition {
  return eb(sql`coalesce(${eb.ref('status')}, '')`, '=', status)
}
