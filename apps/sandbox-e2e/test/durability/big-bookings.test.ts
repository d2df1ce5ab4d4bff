import {
  CompiledQuery,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStorage } from '../../../sandbox/src/storage/open.ts'
import { selectBookingPage } from '../../../sandbox/src/storage/queries/booking-pages.ts'
import type { Schema } from '../../../sandbox/src/storage/schema.ts'
import { openLookedAt } from '../kit/looked-at.ts'
import { addBookings } from './fill.ts'
import { serve } from '../kit/sandbox-process.ts'

const count = 100_000

describe.each(['sqlite', 'postgres'] as const)(`${count} bookings on %s`, (kind) => {
  it('any page is there, and an index finds it', { timeout: 60_000 }, async () => {
    const database = await openLookedAt(kind)
    const maker = serve(database)
    const { propertyId } = await maker.ready
    await maker.stop()
    await addBookings(database, propertyId, count)
    const { call } = await serve(database).ready

    for (const page of [1, 2, 5_000, 10_000]) {
      const { json } = await call('GET', `/bookings?page=${page}`)
      expect(json).toMatchObject({ total_count: count, total_pages: count / 10, current_page: page })
      const newest = count - (page - 1) * 10
      expect(json.results.map(({ id }: { id: string }) => Number(id.slice(-12)) - 200_000_000_000)).toEqual(
        Array.from({ length: 10 }, (_, index) => newest - index),
      )
    }
    expect((await call('GET', '/bookings?page=10001')).json).toMatchObject({
      results: [],
      total_count: count,
    })

    const storage = await openStorage(database)
    onTestFinished(() => storage.close())
    for (const [filter, index] of [
      [{}, 'bookings_newest'],
      [{ status: 'cancelled' }, 'bookings_status'],
    ] as const) {
      const query = await pageQuery(kind, propertyId, filter)
      const explained = `explain ${kind === 'sqlite' ? 'query plan ' : ''}${query.sql}`
      const { rows } = await storage.db.executeQuery(CompiledQuery.raw(explained, [...query.parameters]))
      const plan = rows.map((row) => Object.values(row as object).at(-1) as string).join('\n')
      // The page is walked to in an index alone. How all are counted is the planner's choice: they are all read.
      expect(plan).toMatch(
        kind === 'sqlite'
          ? `SEARCH bookings USING COVERING INDEX ${index}`
          : `Index Only Scan using ${index} on`,
      )
      expect(plan).not.toMatch(/SCAN bookings(?! USING)/)
    }
  })
})

/** The query of a page, as it would go to the database. */
async function pageQuery(
  kind: 'sqlite' | 'postgres',
  propertyId: string,
  filter: { status?: string },
): Promise<CompiledQuery> {
  const queries: CompiledQuery[] = []
  const dialect: Dialect = {
    createDriver: () => new DummyDriver(),
    createAdapter: () => (kind === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter()),
    createQueryCompiler: () => (kind === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    createIntrospector: (db) =>
      kind === 'sqlite' ? new SqliteIntrospector(db) : new PostgresIntrospector(db),
  }
  const db = new Kysely<Schema>({ dialect, log: ({ query }) => void queries.push(query) })
  await selectBookingPage(db, propertyId, filter, { limit: 10, offset: 50_000 })
  // Beside it: the days, by which the start of the page is found, and the count where a page is empty.
  const query = queries.find(({ sql }) => sql.includes('offset'))
  if (!query) throw new Error('Nothing was asked')
  return query
}
