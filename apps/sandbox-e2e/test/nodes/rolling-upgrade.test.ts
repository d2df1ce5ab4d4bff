import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type * as Sandbox from '../../../sandbox/src/index.ts'
import type * as Migrations from '../../../sandbox/src/storage/migrations/index.ts'
import { migrations as known } from '../../../sandbox/src/storage/migrations/index.ts'
import { asCaller, createSender, payment } from '../../../sandbox/test/kit/index.ts'
import { openReceiver } from '../kit/receiver.ts'
import { wait } from '../kit/wait.ts'
import { sharedDatabase } from './nodes.ts'

type Later = Record<string, (db: Kysely<unknown>) => Promise<void>>

/** The number of the last migration that there is, or of one after it. */
const number = (after: number) => String(Object.keys(known).length + after).padStart(4, '0')
const expansion = `${number(1)}-payment-labels-since-${number(0)}`
const contraction = `${number(2)}-no-label-trigger-since-${number(1)}`

/**
 * Version 2, made up: payments get a column of their own for the name, which until now is in their JSON alone. It only
 * adds: old nodes know nothing of the column, so it may be empty, and a trigger fills it for what they write.
 */
const expand: Later = {
  [expansion]: async (db) => {
    await sql`alter table payments add column label text`.execute(db)
    // Of this one, statements that nodes keep parsed read every column.
    await sql`alter table idempotency_records add column node text`.execute(db)
    await sql`
      create function fill_label() returns trigger language plpgsql as
      $$ begin new.label := coalesce(new.label, new.json::json ->> 'name'); return new; end $$`.execute(db)
    await sql`create trigger fill_label before insert or update on payments for each row execute function fill_label()`.execute(
      db,
    )
    await sql`update payments set label = json::json ->> 'name' where label is null`.execute(db)
  },
}
/** Version 3: nobody writes payments without a label any more. What old nodes needed goes. */
const contract: Later = {
  [contraction]: async (db) => {
    await sql`drop trigger fill_label on payments`.execute(db)
    await sql`drop function fill_label()`.execute(db)
  },
}

const migrationsFile = '../../../sandbox/src/storage/migrations/index.ts'

type Start = typeof Sandbox.startSandbox

/**
 * The program in one version of it: another copy of all modules at each start, as it has parts that are loaded when they
 * are needed.
 */
function versionWith(later: Later): Start {
  return async (options) => {
    vi.resetModules()
    vi.doMock(migrationsFile, async (original) => {
      const { migrations, ...others } = await original<typeof Migrations>()
      return { ...others, migrations: { ...migrations, ...later } }
    })
    const { startSandbox } = await import('../../../sandbox/src/index.ts')
    return startSandbox(options)
  }
}
afterEach(() => {
  vi.doUnmock(migrationsFile)
  vi.resetModules()
})

async function openNode(start: Start, options: Sandbox.SandboxOptions) {
  const sandbox = await start({ rateLimit: 'off', ...options })
  const { send, close } = createSender(sandbox.url)
  let ended: Promise<void> | undefined
  const end = () => (ended ??= close().then(() => sandbox.close()))
  onTestFinished(end)
  return { sandbox, call: asCaller(send, sandbox.apiKey), end }
}
type Node = Awaited<ReturnType<typeof openNode>>

/** Reads and writes on a node until it is stopped; every answer counts. */
function useAllTheTime({ call }: Node) {
  const statuses: Record<string, number> = {}
  const ids: string[] = []
  let stopped = false
  const count = (what: string) => (statuses[what] = (statuses[what] ?? 0) + 1)
  const writer = (async () => {
    while (!stopped) {
      const once = { body: payment, headers: { 'idempotency-key': randomUUID() } }
      const { status, json } = await call('POST', '/payments', once)
      count(`POST ${status}`)
      const again = await call('POST', '/payments', once)
      count(`replay ${again.status} ${again.json.id === json.id}`)
      ids.push(json.id as string)
      const changed = await call('PATCH', `/payments/${json.id}`, { body: { amount: '2' } })
      count(`PATCH ${changed.status}`)
    }
  })()
  const reader = (async () => {
    while (!stopped) {
      for (const path of ['/payments', '/bookings', `/webhooks`, `/bookings?limit=1&page=2`])
        count(`GET ${(await call('GET', path)).status}`)
    }
  })()
  return {
    ids,
    statuses,
    done: () => Object.values(statuses).reduce((sum, each) => sum + each, 0),
    async stop() {
      stopped = true
      await Promise.all([writer, reader])
    },
  }
}

async function rows(options: Sandbox.SandboxOptions, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: options.database })
  await client.connect()
  try {
    await client.query(`set search_path to ${options.schema}`)
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

describe('D28: an old and a new version of a node on one PostgreSQL', () => {
  it('both serve across a migration, the old one may start again, and ends before what it needs goes', async () => {
    const shared = await sharedDatabase()
    const receiver = await openReceiver()
    const startOld = versionWith({})
    const old = await openNode(startOld, { ...shared, seed: 'hostel' })
    const body = { url: receiver.url, events: ['payment.created'] }
    expect((await old.call('POST', '/webhooks', { body })).status).toBe(201)

    // The new version starts, and changes the tables under the old one, which is at work.
    const onOld = useAllTheTime(old)
    await expect.poll(onOld.done).toBeGreaterThan(20)
    const startNew = versionWith(expand)
    const young = await openNode(startNew, shared)
    const onNew = useAllTheTime(young)
    const before = onOld.done()
    await expect
      .poll(() => Math.min(onOld.done() - before, onNew.done()), { timeout: 20_000 })
      .toBeGreaterThan(40)

    // Not a single refusal, on the old node either.
    await Promise.all([onOld.stop(), onNew.stop()])
    for (const { statuses } of [onOld, onNew])
      expect(Object.keys(statuses).toSorted((a, b) => a.localeCompare(b))).toEqual([
        'GET 200',
        'PATCH 200',
        'POST 201',
        'replay 201 true',
      ])
    // Each sees what the other wrote, and what the old one wrote has what the new version needs.
    const ids = [...onOld.ids, ...onNew.ids]
    for (const { call } of [old, young]) {
      const { json } = await call('GET', '/payments')
      expect(json.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(ids))
    }
    expect(await rows(shared, 'select count(*) from payments where label is null')).toEqual([{ count: '0' }])
    // Every event once, whichever node was first.
    await expect.poll(() => receiver.posts.length, { timeout: 20_000 }).toBe(ids.length)
    expect(new Set(receiver.posts.map(({ id }) => id)).size).toBe(ids.length)

    // An old node that crashes meanwhile comes back as it was.
    await old.end()
    const again = await openNode(startOld, shared)
    expect((await again.call('POST', '/payments', { body: payment })).status).toBe(201)
    const names = (await rows(shared, 'select name from schema_migrations order by name')) as {
      name: string
    }[]
    expect(names.at(-1)?.name).toBe(expansion)
    expect((await again.call('GET', '/bookings')).json.total_count).toBe(60)
    await again.end()

    // Only when the last old one has gone, the next version takes away what it needed.
    const startNext = versionWith({ ...expand, ...contract })
    const next = await openNode(startNext, shared)
    for (const { call } of [young, next])
      expect((await call('POST', '/payments', { body: payment })).status).toBe(201)
    await expect(startOld({ ...shared })).rejects.toMatchObject({
      code: 'storage_unusable',
      message: expect.stringContaining('newer version of svc-sandbox has changed it'),
    })
    await young.end()
    const youngAgain = await openNode(startNew, shared)
    expect((await youngAgain.call('GET', '/payments')).status).toBe(200)
  })

  it('a migration that has to wait makes no caller of the old node wait behind it', async () => {
    const shared = await sharedDatabase()
    const old = await openNode(versionWith({}), shared)
    const client = new Client({ connectionString: shared.database })
    await client.connect()
    try {
      // A long report of somebody else: as long as it reads, the table cannot be changed.
      await client.query(`set search_path to ${shared.schema}`)
      await client.query('begin')
      await client.query('select count(*) from payments')
      const starting = openNode(versionWith(expand), shared)
      let isUp = false
      void starting.then(
        () => (isUp = true),
        () => {},
      )
      for (let round = 0; round < 30; round++) {
        expect((await old.call('POST', '/payments', { body: payment })).status).toBe(201)
        expect((await old.call('GET', '/payments')).status).toBe(200)
        await wait(50)
      }
      expect(isUp).toBe(false)
      await client.query('commit')
      expect((await (await starting).call('GET', '/payments')).json).toHaveLength(30)
    } finally {
      await client.end()
    }
  })
})
