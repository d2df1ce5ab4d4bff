import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshFolder, openForTest } from '../../../test/kit/index.ts'
import { DatabaseSync } from './node-sqlite.ts'
import type { Storage } from '../storage.ts'

const property = { id: 'p', name: 'x', created_at: 1 }
/** More than SQLite keeps in memory: some of it is in the file before the commit. */
const rows = Array.from({ length: 400 }, (_, at) => ({
  property_id: 'p',
  id: `${at}`.padStart(6, '0'),
  bid: null,
  gid: null,
  date: at,
  status: 1,
  json: 'x'.repeat(20_000),
}))

async function open() {
  const database = join(freshFolder(), 'sandbox.db')
  const storage = await openForTest({ database })
  await storage.write((tx) => tx.insertInto('properties').values(property).execute())
  return { database, storage }
}

const count = async ({ db }: Storage) => (await db.selectFrom('payments').select('id').execute()).length
const indexes = async ({ db }: Storage) =>
  (await sql`select name, sql from sqlite_schema where type = 'index' order by name`.execute(db)).rows
const mode = (database: string) => {
  const raw = new DatabaseSync(database)
  try {
    return raw.prepare('pragma journal_mode').get()?.['journal_mode']
  } finally {
    raw.close()
  }
}

describe('load', () => {
  it('writes without the log, and leaves a file with its log and indexes that is read and written as before', async () => {
    const { database, storage } = await open()
    const before = await indexes(storage)

    await storage.load?.(['payments'], async (_tx, insert) => {
      insert('payments', 'p', rows)
      expect(existsSync(`${database}-wal`)).toBe(false)
    })

    await storage.ping()
    expect([await count(storage), await indexes(storage)]).toEqual([400, before])
    await storage.write((tx) =>
      tx
        .insertInto('payments')
        .values({ ...rows[0]!, id: 'more' })
        .execute(),
    )
    await storage.ping()
    expect([await count(storage), mode(database)]).toEqual([401, 'wal'])
  })

  it('keeps the log where another process has the file open, which sees the rows with the commit', async () => {
    const { database, storage } = await open()
    const other = await openForTest({ database })

    await storage.load?.(['payments'], async (_tx, insert) => {
      insert('payments', 'p', rows)
      expect(await count(other)).toBe(0)
    })

    expect(await count(other)).toBe(400)
  })

  it('that fails leaves everything as it was', async () => {
    const { database, storage } = await open()
    const before = await indexes(storage)

    const failing = storage.load?.(['payments'], async (_tx, insert) => {
      insert('payments', 'p', rows)
      insert('payments', 'p', rows.slice(0, 1))
    })

    await expect(failing).rejects.toMatchObject({ name: 'StorageConflict', rule: 'unique' })
    expect([await count(storage), await indexes(storage), mode(database)]).toEqual([0, before, 'wal'])
  })

  it('that dies in the middle is rolled back by the next who opens the file', async () => {
    const { database, storage } = await open()
    const before = await indexes(storage)
    const found = join(freshFolder(), 'sandbox.db')

    await storage.load?.(['payments'], async (_tx, insert) => {
      insert('payments', 'p', rows)
      for (const end of ['', '-journal']) copyFileSync(database + end, found + end)
    })

    const next = await openForTest({ database: found })
    expect([await count(next), await indexes(next), mode(found)]).toEqual([0, before, 'wal'])
  })
})
