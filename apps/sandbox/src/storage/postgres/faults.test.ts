import { createServer } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshSchema, postgresUrl } from '../../../test/kit/postgres.ts'
import { freshDatabase, openForTest } from '../../../test/kit/databases.ts'
import { startPostgresServer } from '../../../test/kit/postgres-server.ts'
import { StorageBusy, StorageUnavailable } from '../errors.ts'
import { openStorage } from '../open.ts'
import type { Storage } from '../storage.ts'

const addProperty = (storage: Storage, id: string) =>
  storage.write((tx) => tx.insertInto('properties').values({ id, name: 'Hostel', created_at: 1 }).execute())

function unusable(text: string) {
  return { code: 'storage_unusable', message: expect.stringContaining(text) as string }
}

describe('a PostgreSQL that goes away', () => {
  it('makes the storage unavailable, and all works again when it is back', async () => {
    const server = await startPostgresServer()
    onTestFinished(() => server.remove())
    const here = await openForTest({ database: server.url })
    const there = await openForTest({ database: server.url })
    await addProperty(here, 'before')
    let heard = 0
    there.listen('deliveries', () => void heard++)

    await server.stop()
    await expect(here.ping()).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(addProperty(here, 'lost')).rejects.toBeInstanceOf(StorageUnavailable)
    await expect(here.db.selectFrom('properties').select('id').execute()).rejects.toBeInstanceOf(
      StorageUnavailable,
    )

    await server.start()
    await expect.poll(() => here.ping().then(() => 'up'), { timeout: 10_000 }).toBe('up')
    await addProperty(here, 'after')
    const rows = await there.db.selectFrom('properties').select('id').orderBy('id').execute()
    expect(rows.map((row) => row.id)).toEqual(['after', 'before'])

    // Notifications may have been missed, so listeners are told of the reconnection itself …
    await expect.poll(() => heard, { timeout: 15_000 }).toBeGreaterThan(0)
    // … and hear those that come later.
    const before = heard
    await here.notify(here.db, 'deliveries')
    await expect.poll(() => heard, { timeout: 5000 }).toBeGreaterThan(before)
  }, 60_000)

  it('in the middle of a transaction loses all of it, and the connection is replaced', async () => {
    const storage = await openForTest({ ...(await freshDatabase('postgres')), maxConnections: 1 })

    const write = storage.write(async (tx) => {
      await tx.insertInto('properties').values({ id: 'a', name: 'x', created_at: 1 }).execute()
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
    })

    await expect(write).rejects.toBeInstanceOf(StorageUnavailable)
    expect(await storage.db.selectFrom('properties').select('id').execute()).toEqual([])
  })
})

describe('transactions of PostgreSQL that stand in each other’s way', () => {
  it('run again when one is rolled back', async () => {
    const storage = await openForTest(await freshDatabase('postgres'))
    await addProperty(storage, 'a')
    await addProperty(storage, 'b')
    let runs = 0
    let bothHold = () => {}
    const held = new Promise<void>((resolve) => {
      bothHold = resolve
    })

    // A deadlock: each holds the row that the other wants next.
    const rename = (first: string, second: string) =>
      storage.write(async (tx) => {
        const set = (id: string) =>
          tx.updateTable('properties').set({ name: first }).where('id', '=', id).execute()
        await set(first)
        runs++
        if (runs === 2) bothHold()
        await held
        await set(second)
      })
    await Promise.all([rename('a', 'b'), rename('b', 'a')])

    expect(runs).toBe(3)
    const rows = await storage.db.selectFrom('properties').select('name').execute()
    expect(new Set(rows.map((row) => row.name)).size).toBe(1)
  })

  it('are refused as busy when a lock is held for too long', async () => {
    const database = { ...(await freshDatabase('postgres')), lockTimeoutMs: 100 }
    const [storage, other] = [await openForTest(database), await openForTest(database)]
    await addProperty(storage, 'a')
    const rename = () => other.write((tx) => tx.updateTable('properties').set({ name: 'x' }).execute())

    const refused = storage.write(async (tx) => {
      await tx.updateTable('properties').set({ name: 'y' }).execute()
      return rename().catch((error: unknown) => error)
    })

    expect(await refused).toBeInstanceOf(StorageBusy)
  })

  it('skip the rows that the other is claiming', async () => {
    const database = await freshDatabase('postgres')
    const [here, there] = [await openForTest(database), await openForTest(database)]
    for (const id of ['a', 'b', 'c']) await addProperty(here, id)
    const claim = (storage: Storage, work: (ids: string[]) => Promise<void>) =>
      storage.write(async (tx) => {
        const query = tx.selectFrom('properties').select('id').orderBy('id').limit(2)
        const rows = await storage.skipLocked(query).execute()
        await work(rows.map((row) => row.id))
      })

    let claims: string[][] = []
    await claim(here, async (first) => {
      await claim(there, async (second) => {
        claims = [first, second]
      })
    })

    expect(claims).toEqual([['a', 'b'], ['c']])
  })
})

describe('queries of one transaction that are sent at once', () => {
  it('run one after the other', async () => {
    const storage = await openForTest(await freshDatabase('postgres'))

    await storage.write(async (tx) => {
      await Promise.all(
        ['a', 'b', 'c'].map((id) =>
          tx.insertInto('properties').values({ id, name: 'x', created_at: 1 }).execute(),
        ),
      )
    })

    expect(await storage.db.selectFrom('properties').select('id').execute()).toHaveLength(3)
  })
})

describe('opening PostgreSQL', () => {
  it('that does not answer, or refuses the login, says what to do and never shows the password', async () => {
    const url = new URL(await postgresUrl())
    const closed = await closedPort()
    const at = (change: (address: URL) => void) => {
      const address = new URL(url)
      change(address)
      return openStorage({ database: address.toString() })
    }

    await expect(at((address) => (address.port = closed))).rejects.toMatchObject(
      unusable('nothing listens there'),
    )
    await expect(at((address) => (address.password = 'hunter2'))).rejects.toMatchObject(
      unusable('the password is wrong'),
    )
    await expect(at((address) => (address.password = 'hunter2'))).rejects.not.toThrow('hunter2')
    await expect(at((address) => (address.pathname = '/nowhere'))).rejects.toMatchObject(unusable('createdb'))
    await expect(openStorage({ database: 'postgres://user:hunter2@[' })).rejects.toMatchObject(
      unusable('not a valid URL'),
    )
    await expect(openStorage({ database: url.toString(), schema: 'a"; drop' })).rejects.toMatchObject(
      unusable('cannot be a schema'),
    )
  })

  it('keeps the databases of different schemas apart', async () => {
    const database = await postgresUrl()
    const [one, two] = [freshSchema(), freshSchema()]
    const first = await openForTest({ database, schema: one })
    const second = await openForTest({ database, schema: two })
    let heard = 0
    second.listen('deliveries', () => void heard++)

    await first.write(async (tx) => {
      await tx.insertInto('properties').values({ id: 'a', name: 'x', created_at: 1 }).execute()
      await first.notify(tx, 'deliveries')
    })
    await second.notify(second.db, 'clock')

    expect(await second.db.selectFrom('properties').select('id').execute()).toEqual([])
    expect(heard).toBe(0)
  })
})

async function closedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => void server.close(resolve))
  return address !== null && typeof address === 'object' ? String(address.port) : ''
}
