import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { freshDatabase, openForTest } from '../../../test/kit/databases.ts'
import { clearTables } from '../dump.ts'
import type { Db, Storage } from '../storage.ts'
import { fewRows } from './empty-tables.ts'

const addProperties = (tx: Db, ...ids: string[]) =>
  tx
    .insertInto('properties')
    .values(ids.map((id) => ({ id, name: 'x', created_at: 1 })))
    .execute()
const list = async (storage: Storage) =>
  (await storage.db.selectFrom('properties').select('id').orderBy('id').execute()).map(({ id }) => id)
/** Two nodes on one database: one that empties it, and one that does not know of that. */
async function open() {
  const options = { ...(await freshDatabase('postgres')), lockTimeoutMs: 5000 }
  return { storage: await openForTest(options), other: await openForTest(options) }
}

describe('tables that are emptied and filled again in one transaction', () => {
  it('are read meanwhile as they were', async () => {
    const { storage, other } = await open()
    await storage.write((tx) => addProperties(tx, 'old', 'old too'))
    await storage.write(async (tx) => {
      await clearTables(storage, tx)
      await addProperties(tx, 'new', 'old')
      expect(await list(other)).toEqual(['old', 'old too'])
    })
    expect(await list(storage)).toEqual(['new', 'old'])
  })

  it('keep nothing that another has written meanwhile', async () => {
    const { storage, other } = await open()
    await storage.write((tx) => addProperties(tx, 'old'))
    let replacing: Promise<void> | undefined
    await other.write(async (tx) => {
      await addProperties(tx, 'between')
      replacing = storage.write(async (own) => {
        await clearTables(storage, own)
        await addProperties(own, 'new')
      })
      // The other one waits for this transaction.
      const waiting = sql<{
        waiting: boolean
      }>`select exists (select 1 from pg_locks where not granted) as waiting`
      await expect.poll(async () => (await waiting.execute(tx)).rows[0]?.waiting).toBe(true)
    })
    await replacing
    expect(await list(storage)).toEqual(['new'])
  })

  it.each([fewRows, fewRows + 1])('are emptied of %i rows', async (count) => {
    const { storage } = await open()
    const ids = Array.from({ length: count }, (_, index) => `old-${index}`)
    await storage.write((tx) => addProperties(tx, ...ids))
    await storage.write(async (tx) => {
      await clearTables(storage, tx)
      await addProperties(tx, 'new')
    })
    expect(await list(storage)).toEqual(['new'])
  })
})
