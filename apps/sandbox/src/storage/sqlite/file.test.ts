import { chmodSync, copyFileSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshFolder, openForTest, openStage, payment } from '../../../test/kit/index.ts'
import { StorageFileGone } from '../errors.ts'
import type { Storage } from '../storage.ts'

const addProperty = (storage: Storage, id: string) =>
  storage.write((tx) => tx.insertInto('properties').values({ id, name: 'x', created_at: 1 }).execute())
const list = (storage: Storage) => storage.db.selectFrom('properties').select('id').execute()

async function open(filled = true) {
  const database = join(freshFolder(), 'sandbox.db')
  const said: string[] = []
  const say = (_details: object, message: string) => void said.push(message)
  const storage = await openForTest({ database, logger: { info: say, warn: say, error: say } })
  if (filled) await addProperty(storage, 'before')
  return { database, storage, said }
}

it('a new database has its log, and its commits wait for the disk: the first by SQLite, the others beside it', async () => {
  const { database, storage } = await open(false)
  const pragmas = () =>
    storage.write(async (tx) => [
      ...(await sql`pragma synchronous`.execute(tx)).rows,
      ...(await sql`pragma journal_mode`.execute(tx)).rows,
    ])
  expect(await pragmas()).toEqual([{ synchronous: 2 }, { journal_mode: 'wal' }])
  await addProperty(storage, 'first')
  // What "beside it" is, is tested in sqlite-log-sync.test.ts and group-commit.test.ts.
  expect(await pragmas()).toEqual([{ synchronous: 1 }, { journal_mode: 'wal' }])
  // Without these two, whoever opens the file next would not look for its log.
  expect([...readFileSync(database).subarray(18, 20)]).toEqual([2, 2])
})

it('a new file is for its owner alone; one that is there keeps its mode', async () => {
  const { database, storage } = await open()
  const mode = () => (statSync(database).mode & 0o777).toString(8)
  expect(mode()).toBe('600')
  await storage.close()
  chmodSync(database, 0o640)
  await openForTest({ database })
  expect(mode()).toBe('640')
})

describe('a database file that goes away under the server', () => {
  it.each(['deleted', 'replaced', 'moved away'])(
    '%s: the next write is refused, and all that follows',
    async (how) => {
      const { database, storage, said } = await open()
      if (how === 'moved away') renameSync(database, `${database}.old`)
      else {
        copyFileSync(database, `${database}.copy`)
        rmSync(database)
        if (how === 'replaced') renameSync(`${database}.copy`, database)
      }
      await expect(addProperty(storage, 'lost')).rejects.toBeInstanceOf(StorageFileGone)
      await expect(list(storage)).rejects.toBeInstanceOf(StorageFileGone)
      await expect(storage.ping()).rejects.toThrow(
        how === 'replaced' ? 'was replaced' : 'is not there any more',
      )
      await expect(addProperty(storage, 'lost too')).rejects.toThrow('restore a backup')
      // Once, however many ask.
      expect(said).toHaveLength(1)
      expect(said[0]).toContain(database)
    },
  )

  it('also its log, where the last commits are', async () => {
    const { database, storage } = await open()
    rmSync(`${database}-wal`)
    await expect(storage.ping()).rejects.toThrow('sandbox.db-wal is not there any more')
    await expect(addProperty(storage, 'lost')).rejects.toBeInstanceOf(StorageFileGone)
  })

  it('is noticed without a caller', async () => {
    const { database, storage, said } = await open()
    rmSync(database)
    await expect.poll(() => said.length, { timeout: 10_000 }).toBe(1)
    await expect(list(storage)).rejects.toBeInstanceOf(StorageFileGone)
  })

  it('that comes back is used again, with everything that was acknowledged', async () => {
    const { database, storage, said } = await open()
    renameSync(database, `${database}.old`)
    expect(storage.hearsOthers(0)).toBe(true)
    await expect(storage.ping()).rejects.toBeInstanceOf(StorageFileGone)
    // Nothing is served from memory meanwhile.
    expect(storage.hearsOthers(0)).toBe(false)
    renameSync(`${database}.old`, database)
    await storage.ping()
    expect(storage.hearsOthers(0)).toBe(true)
    await addProperty(storage, 'after')
    expect((await list(storage)).map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'after',
      'before',
    ])
    expect(said.at(-1)).toContain('in its place again')
  })

  it('callers get 503 in the form of D3, and the node is not ready', async () => {
    const database = join(freshFolder(), 'sandbox.db')
    const stage = await openStage({ database })
    onTestFinished(() => rmSync(database, { force: true }))
    rmSync(database)
    const write = await stage.call('POST', '/payments', { body: payment })
    expect(write).toMatchObject({
      status: 503,
      json: {
        code: 'unavailable',
        message: expect.stringContaining('database file of the service was removed or replaced'),
        request_id: write.headers['x-request-id'],
      },
    })
    expect(write.headers['retry-after']).toBe('1')
    expect((await stage.call('GET', '/payments')).status).toBe(503)
    expect((await stage.send('GET', '/readyz')).status).toBe(503)
    expect((await stage.admin('GET', '/properties')).status).toBe(503)
    expect((await stage.send('GET', '/healthz')).status).toBe(200)
  })
})
