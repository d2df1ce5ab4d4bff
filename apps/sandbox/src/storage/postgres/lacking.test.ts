import { Client } from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { freshDatabase, openForTest } from '../../../test/kit/databases.ts'
import { clearTables } from '../dump.ts'
import type { StorageLogger } from '../open-options.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Every statement that this process sends, and the refusal of those that match, as an engine without them refuses. */
function watchStatements(lacking?: RegExp): string[] {
  const sent: string[] = []
  const query = Client.prototype.query as (...given: unknown[]) => unknown
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'string' ? first : (first as { text: string }).text
    sent.push(text)
    if (lacking?.test(text)) {
      return Promise.reject(Object.assign(new Error(`${text}: not supported`), { code: '0A000' }))
    }
    return query.apply(this, given)
  })
  return sent
}

function collectLog(): { logger: StorageLogger; lines: string[] } {
  const lines: string[] = []
  const take = (_details: object, message: string) => void lines.push(message)
  return { logger: { info: take, warn: take, error: take }, lines }
}

/** What another node hears of a change of this one. */
async function heardBetweenNodes(options: Parameters<typeof openForTest>[0]): Promise<void> {
  const [here, there] = await Promise.all([openForTest(options), openForTest(options)])
  const heard = Promise.all(
    (['deliveries', 'clock'] as const).map(
      (channel) => new Promise<void>((resolve) => void there.listen(channel, () => resolve())),
    ),
  )
  await here.write((tx) => here.notify(tx, 'clock'))
  await heard
  expect([here.hearsOthers(), there.hearsOthers()]).toEqual([false, false])
}

describe('PostgreSQL with wake poll', () => {
  it('hears of other nodes without LISTEN and NOTIFY, and says that it has no proof of it', async () => {
    const { logger, lines } = collectLog()
    const sent = watchStatements()
    await heardBetweenNodes({ ...(await freshDatabase('postgres')), wake: 'poll', logger })
    expect(sent.filter((text) => /\blisten\b|notify/i.test(text))).toEqual([])
    expect(lines.filter((line) => line.includes('looks for changes'))).toHaveLength(2)
  })
})

describe('an engine that speaks PostgreSQL and lacks some of it', () => {
  it('is another than PostgreSQL itself, which is taken at its word and needs no row to lock', async () => {
    const { logger, lines } = collectLog()
    const sent = watchStatements()
    const { wake: _, ...database } = await freshDatabase('postgres')
    await openForTest({ ...database, logger })
    expect(lines.filter((line) => /no (LISTEN|advisory|unlogged)/.test(line))).toEqual([])
    expect(sent.filter((text) => text.includes('migration_lock'))).toEqual([])
    expect(sent.filter((text) => text.includes('pg_advisory_unlock'))).toHaveLength(1)
  })

  it('is used without LISTEN, advisory locks and unlogged tables, and the log says so', async () => {
    const { logger, lines } = collectLog()
    watchStatements(/^listen|unlogged|pg_advisory/i)
    const { wake: _, ...database } = await freshDatabase('postgres')
    // Both at once: one migrates, the other waits for it.
    await heardBetweenNodes({ ...database, logger })
    expect(lines.filter((line) => line.includes('no LISTEN'))).toHaveLength(2)
    expect(lines.filter((line) => line.includes('no advisory locks'))).toHaveLength(2)
    expect(lines.filter((line) => line.includes('no unlogged tables'))).toHaveLength(1)
  })

  it('an advisory lock that locks nothing counts as none', async () => {
    const { logger, lines } = collectLog()
    const query = Client.prototype.query as (...given: unknown[]) => unknown
    vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
      const [first, ...rest] = given
      const quiet = typeof first === 'string' && /pg_advisory/.test(first)
      return quiet ? query.call(this, 'select 1', []) : query.call(this, first, ...rest)
    })
    const storage = await openForTest({ ...(await freshDatabase('postgres')), logger })
    expect(await storage.db.selectFrom('meta').selectAll().execute()).toEqual([])
    expect(lines).toContainEqual(expect.stringContaining('no advisory locks'))
  })
})

it('tables are emptied where there is no LOCK TABLE', async () => {
  const storage = await openForTest(await freshDatabase('postgres'))
  await storage.write((tx) =>
    tx.insertInto('properties').values({ id: 'old', name: 'x', created_at: 1 }).execute(),
  )
  const sent = watchStatements(/^lock table/i)
  await storage.write((tx) => clearTables(storage, tx))
  expect(sent.some((text) => /^lock table/i.test(text))).toBe(true)
  expect(await storage.db.selectFrom('properties').select('id').execute()).toEqual([])
})
