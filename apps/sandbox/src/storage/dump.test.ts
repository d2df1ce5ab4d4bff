import { describe, expect, it } from 'vitest'
import { freshDatabase, kinds, openForTest } from '../../test/kit/databases.ts'
import { clearTables, dumpTables, loadTables } from './dump.ts'
import type { Db } from './storage.ts'

/** A little of everything. */
async function fill(tx: Db): Promise<void> {
  await tx.insertInto('meta').values({ key: 'created_at', value: '1' }).execute()
  await tx.insertInto('properties').values({ id: 'p', name: 'Zum Ochsen 🛏', created_at: 1 }).execute()
  await tx
    .insertInto('api_keys')
    .values({ id: 'k', property_id: 'p', name: 'n', key_hash: 'h', hint: 'svc_', created_at: 1 })
    .execute()
  await tx.insertInto('allowed_origins').values({ property_id: 'p', origin: 'https://a.example' }).execute()
  await tx
    .insertInto('guests')
    .values({ id: 'g', property_id: 'p', first_name: 'Zoë', last_name: 'L', email: '', phone: '' })
    .execute()
  await tx
    .insertInto('bookings')
    .values({
      id: 'b',
      property_id: 'p',
      guest_id: 'g',
      status: 'confirmed',
      created: 1,
      first_night: '2026-06-10',
      last_night: '2026-06-20',
      json: '{"id":"b"}',
    })
    .execute()
  for (const [after_night, before_night] of [
    ['2026-06-12', '2026-06-20'],
    ['2026-06-10', '2026-06-12'],
  ] as const) {
    await tx
      .insertInto('stay_gaps')
      .values({ property_id: 'p', booking_id: 'b', after_night, before_night })
      .execute()
  }
  for (const id of ['x', 'y', 'z']) await addPayment(tx, id)
  await tx
    .insertInto('messages')
    .values({ id: 'm', property_id: 'p', booking_id: 'b', thread_id: 't', content: 'hello', created_at: 1 })
    .execute()
}

function addPayment(tx: Db, id: string) {
  return tx
    .insertInto('payments')
    .values({
      id,
      property_id: 'p',
      bid: 'b',
      gid: null,
      date: 5,
      status: 1,
      json: `{"id":"${id}","amount":"999999999999999.9999"}`,
    })
    .returning('seq')
    .executeTakeFirstOrThrow()
}

const plain = (dump: unknown): unknown => JSON.parse(JSON.stringify(dump))

describe.each(kinds)('a dump of %s', (kind) => {
  it('brings every row back, into the same database and into another kind', async () => {
    const storage = await openForTest(await freshDatabase(kind))
    await storage.write(fill)
    const before = await dumpTables(storage.db)

    await storage.write(async (tx) => {
      await addPayment(tx, 'later')
      await clearTables(storage, tx)
      await loadTables(storage, tx, before)
    })
    const other = await openForTest(await freshDatabase(kind === 'memory' ? 'postgres' : 'memory'))
    const heard: number[] = []
    await other.write((tx) => loadTables(other, tx, before, (done) => void heard.push(done)))

    const rows = Object.values(before).reduce((sum, table) => sum + table.length, 0)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(heard.at(-1)).toBe(rows)
    expect(before['payments']).toHaveLength(3)
    expect(before['stay_gaps']?.map((row) => row['after_night'])).toEqual(['2026-06-10', '2026-06-12'])
    expect(plain(await dumpTables(storage.db))).toEqual(plain(before))
    expect(plain(await dumpTables(other.db))).toEqual(plain(before))
  })

  it('survives JSON', async () => {
    const storage = await openForTest(await freshDatabase(kind))
    await storage.write(fill)
    const text = JSON.stringify(await dumpTables(storage.db))

    await storage.write(async (tx) => {
      await clearTables(storage, tx)
      await loadTables(storage, tx, JSON.parse(text) as Awaited<ReturnType<typeof dumpTables>>)
    })

    expect(JSON.stringify(await dumpTables(storage.db))).toBe(text)
  })

  it('leaves later rows a higher seq than any before', async () => {
    const source = await openForTest(await freshDatabase(kind))
    await source.write(fill)
    const dump = await dumpTables(source.db)
    for (const [index, row] of dump['payments']?.entries() ?? []) row['seq'] = 1000 + index

    const target = await openForTest(await freshDatabase(kind))
    await target.write((tx) => loadTables(target, tx, dump))
    const later = await target.write((tx) => addPayment(tx, 'later'))
    expect(later.seq).toBeGreaterThan(1002)

    // An emptied database does not start again at 1: an old cursor must not find other rows.
    await target.write(async (tx) => {
      await clearTables(target, tx)
      await fill(tx)
    })
    const rows = await target.db.selectFrom('payments').select('seq').execute()
    for (const row of rows) expect(row.seq).toBeGreaterThan(later.seq)
  })

  it('that does not fit is refused as a whole', async () => {
    const storage = await openForTest(await freshDatabase(kind))
    await storage.write(fill)
    const before = plain(await dumpTables(storage.db))
    const replaceBy = (tables: Record<string, Record<string, unknown>[]>) =>
      storage.write(async (tx) => {
        await clearTables(storage, tx)
        await loadTables(storage, tx, tables)
      })

    await expect(replaceBy({ sqlite_schema: [{ name: 'x' }] })).rejects.toThrow(
      'unknown table "sqlite_schema"',
    )
    await expect(replaceBy({ properties: [{ id: 'q', name: null, created_at: 1 }] })).rejects.toMatchObject({
      code: 'storage_conflict',
    })
    await expect(
      replaceBy({ allowed_origins: [{ property_id: 'nobody', origin: 'https://a.example' }] }),
    ).rejects.toMatchObject({ rule: 'reference' })
    expect(plain(await dumpTables(storage.db))).toEqual(before)
  })
})
