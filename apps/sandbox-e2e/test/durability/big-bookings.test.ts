import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStorage } from '../../../sandbox/src/storage/open.ts'
import { selectBookingPage } from '../../../sandbox/src/storage/queries/booking-pages.ts'
import { runsTexts } from '../../../sandbox/src/storage/prepared.ts'
import type { Schema } from '../../../sandbox/src/storage/schema.ts'
import type { Storage } from '../../../sandbox/src/storage/storage.ts'
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
    for (const [filter, offset, index] of [
      [{}, 50_000, 'bookings_newest'],
      [{ status: 'cancelled' }, 500, 'bookings_status'],
    ] as const) {
      const query = await pageQuery(storage, propertyId, filter, offset)
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

/** The query of a page, as it goes to this database. */
async function pageQuery(
  storage: Storage,
  propertyId: string,
  filter: { status?: string },
  offset: number,
): Promise<CompiledQuery> {
  const queries: CompiledQuery[] = []
  const compiler = new Kysely<Schema>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => (storage.kind === 'sqlite' ? new SqliteAdapter() : new PostgresAdapter()),
      createQueryCompiler: () =>
        storage.kind === 'sqlite' ? new SqliteQueryCompiler() : new PostgresQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    },
  })
  runsTexts(compiler, async (sql, values) => {
    const query = CompiledQuery.raw(sql, [...values])
    queries.push(query)
    return (await storage.db.executeQuery(query)).rows
  })
  await selectBookingPage(compiler, propertyId, filter, { limit: 10, offset })
  // Before it: the counts of the weeks, by which the start of the page is found.
  const query = queries.find(({ sql }) => sql.includes('offset'))
  if (!query) throw new Error('No page was asked for')
  return query
}
