import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase, openForTest } from '../../../test/kit/index.ts'
import { seedBookings } from '../../seed/seed-bookings.ts'
import type { Storage } from '../storage.ts'

const counts = async ({ db }: Storage) => {
  const rows = await db.selectFrom('booking_counts').selectAll().execute()
  return rows.map((row) => JSON.stringify(row)).toSorted()
}

const dayMs = 86_400_000

describe.each(['sqlite', 'postgres'] as const)('0003-counts-by-week on %s', (kind) => {
  it('makes of counts by day what is kept by week', async () => {
    const database = await freshDatabase(kind)
    const before = await openForTest(database)
    await before.write((tx) =>
      tx.insertInto('properties').values({ id: 'p', name: 'Hostel', created_at: 0 }).execute(),
    )
    await seedBookings({ storage: before, propertyId: 'p', count: 300, seed: 1, now: Date.UTC(2026, 10, 21) })
    const kept = await counts(before)
    await before.write(async (tx) => {
      // As the version before left it.
      await tx
        .deleteFrom('booking_counts')
        .where('kind', 'in', ['arriving', 'leaving', 'created', 'since'])
        .execute()
      for (const booking of await tx.selectFrom('bookings').selectAll().execute()) {
        const { property_id, status, first_night, last_night } = booking
        const night = (date: string | null) => Date.parse(date ?? '') / dayMs + 100_000_000
        const day = String(Math.floor(booking.created / dayMs) + 100_000_000)
        for (const [of, top] of [
          ['created', first_night === null ? 1_000_000_000 : night(first_night)],
          ['since', last_night === null ? 1_000_000_000 : -night(last_night)],
        ] as const) {
          await sql`
            insert into booking_counts (property_id, kind, day, status, bookings, top)
            values (${property_id}, ${of}, ${day}, ${status}, 1, ${top})
            on conflict (property_id, kind, day, status) do update set bookings = booking_counts.bookings + 1,
              top = case when excluded.top > booking_counts.top then excluded.top else booking_counts.top end`.execute(
            tx,
          )
        }
      }
      await sql`alter table properties drop column time_zone`.execute(tx)
      await sql`delete from schema_migrations where name >= '0003'`.execute(tx)
    })
    expect(await counts(before)).not.toEqual(kept)
    await before.close()

    expect(await counts(await openForTest(database))).toEqual(kept)
  })
})
