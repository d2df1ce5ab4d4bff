import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Columns } from './columns.ts'

/**
 * Counts by the week of creation, in place of the day, and by week and night: for far pages by dates. Programs from before
 * write others, so they are refused from here on: there are none but those from before the first release.
 */
export async function countsByWeek(db: Kysely<unknown>, { shared }: Columns): Promise<void> {
  // The same text as `createdWeek` makes. `/` leaves whole numbers in both.
  const weekText = (number: RawBuilder<unknown>): RawBuilder<unknown> =>
    shared ? sql`lpad((${number})::text, 9, '0')` : sql`printf('%09d', ${number})`

  const ofDays = weekText(sql`(cast(day as integer) - 100000000) / 7 + 100000000`)
  await sql`
    insert into booking_counts (property_id, kind, day, status, bookings, top)
    select property_id, kind || ' week', ${ofDays}, status, sum(bookings), max(top)
    from booking_counts where kind in ('created', 'since')
    group by 1, 2, 3, 4`.execute(db)
  await sql`delete from booking_counts where kind in ('created', 'since')`.execute(db)
  await sql`
    update booking_counts set kind = case kind when 'created week' then 'created' else 'since' end
    where kind in ('created week', 'since week')`.execute(db)

  const week = weekText(sql`created / 604800000 + 100000000`)
  for (const [kind, night] of [
    ['arriving', sql.ref('first_night')],
    ['leaving', sql.ref('last_night')],
  ] as const) {
    await sql`
      insert into booking_counts (property_id, kind, day, status, bookings, top)
      select property_id, ${sql.lit(kind)}, ${week} || ' ' || ${night}, status, count(*), 0
      from bookings where first_night is not null
      group by 1, 3, 4`.execute(db)
  }
}
