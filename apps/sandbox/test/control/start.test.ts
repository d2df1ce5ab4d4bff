import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { freshDatabase, kinds, openStage, payment } from '../kit/index.ts'

describe('startSandbox', () => {
  it('needs nothing, and gives a way in', async () => {
    const sandbox = await startSandbox()
    onTestFinished(() => sandbox.close())
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const headers = { 'X-API-Key': sandbox.apiKey }
    const response = await fetch(`${sandbox.url}/api/v1/client/bookings`, { headers })
    expect(await response.json()).toEqual({ results: [], total_count: 0, total_pages: 0, current_page: 1 })
    expect(await sandbox.control.properties.list()).toMatchObject([
      { id: sandbox.propertyId, name: sandbox.propertyName },
    ])
  })

  it('closes with await using, twice if need be, and is gone then', async () => {
    let url = ''
    {
      await using sandbox = await startSandbox()
      url = sandbox.url
      await sandbox.close()
    }
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  it('runs many at once that know nothing of each other', async () => {
    const stages = await Promise.all(Array.from({ length: 4 }, () => openStage()))
    await stages[0]?.control.bookings.create()
    await stages[1]?.control.clock.advance(60)
    await stages[2]?.control.faults.add({ when: 'before', action: { type: 'status', status: 503 } })
    const states = await Promise.all(
      stages.map(async ({ call, control }) => {
        const { status, json } = await call('GET', '/bookings')
        return [status, json.total_count, (await control.clock.get()).now.slice(11, 16)]
      }),
    )
    expect(states).toEqual([
      [200, 1, '12:00'],
      [200, 0, '12:01'],
      [503, undefined, '12:00'],
      [200, 0, '12:00'],
    ])
    expect(new Set(stages.map(({ sandbox }) => sandbox.apiKey)).size).toBe(4)
  })

  it('takes keys, token, ids and names that are given', async () => {
    const given = {
      apiKey: 'my-key',
      adminToken: 'my-token',
      propertyId: '0f0e0d0c-0b0a-4908-8706-050403020100',
      propertyName: 'Casa Mia',
    }
    const { sandbox, call, control } = await openStage(given)
    expect(sandbox).toMatchObject(given)
    expect((await call('GET', '/bookings')).status).toBe(200)
    expect(await control.apiKeys.list()).toHaveLength(1)
  })

  it('makes the same hostel for everyone who seeds on the same day', async () => {
    const lists = []
    for (const seed of ['hostel', 'hostel', 'empty'] as const) {
      const { call, control, sandbox } = await openStage({ seed })
      lists.push({
        bookings: (await control.bookings.list({ limit: 100 })).results,
        payments: (await call('GET', '/payments')).json,
        name: sandbox.propertyName,
      })
    }
    const [one, two, empty] = lists
    expect(one).toEqual(two)
    expect(one?.bookings).toHaveLength(60)
    expect(empty?.bookings).toEqual([])
    const dates = one?.payments.map(({ date }: { date: string }) => date)
    expect(dates).toEqual(dates.toSorted().toReversed())
    expect(dates[0] < '2026-11-21T12').toBe(true)
  })

  it('works while the test that started it has timers of its own', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { call, control, inbox, sandbox } = await openStage()
    const received = await inbox(['payment.created'], { respond: [500, 500, 500, 500, 204] })
    await call('POST', '/payments', { body: payment })
    await control.clock.advance(9_360)
    expect(received.all()).toHaveLength(5)
    expect((await control.deliveries.list()).results[0]).toMatchObject({ status: 'delivered', attempts: 5 })
    await sandbox.close()
  })

  it('measures how long requests take, also where nothing is logged', async () => {
    const { call, send } = await openStage()
    await call('GET', '/bookings')
    const { text } = await send('GET', '/metrics')
    const seconds =
      /svc_http_request_duration_seconds_sum\{method="GET",route="\/api\/v1\/client\/bookings"\} ([\d.e-]+)/.exec(
        text,
      )
    expect(Number(seconds?.[1])).toBeGreaterThan(0)
  })
})

describe.each(kinds.filter((kind) => kind !== 'memory'))(
  'a database that is started on again (%s)',
  (kind) => {
    it('keeps everything, hands out the key that it is given, and makes one when it gets none', async () => {
      const database = await freshDatabase(kind)
      const first = await openStage(database)
      await first.call('POST', '/payments', { body: payment })
      const { propertyId, apiKey } = first.sandbox
      await first.sandbox.close()

      const second = await openStage({ ...database, apiKey, seed: 'hostel' })
      expect(second.sandbox).toMatchObject({ propertyId, apiKey })
      expect((await second.call('GET', '/payments')).json).toHaveLength(1)
      expect((await second.control.bookings.list()).total_count).toBe(0)
      await second.sandbox.close()

      const third = await openStage(database)
      expect(third.sandbox.propertyId).toBe(propertyId)
      expect(third.sandbox.apiKey).not.toBe(apiKey)
      expect((await third.call('GET', '/payments')).json).toHaveLength(1)
    })
  },
)

describe('several nodes that start at once on one PostgreSQL', () => {
  it('make one property and one key between them', async () => {
    const database = await freshDatabase('postgres')
    const nodes = await Promise.all(
      Array.from({ length: 3 }, () => openStage({ ...database, apiKey: 'shared-key', seed: 'hostel' })),
    )
    expect(new Set(nodes.map(({ sandbox }) => sandbox.propertyId)).size).toBe(1)
    const [node] = nodes
    expect(await node?.control.properties.list()).toHaveLength(1)
    expect(await node?.control.apiKeys.list()).toHaveLength(1)
    expect((await node?.control.bookings.list())?.total_count).toBe(60)
  })
})

describe('role api without a database for several', () => {
  it.each([
    ['memory', 'they stay pending'],
    ['sqlite', 'wait for another process on this file (--role delivery --shared)'],
  ] as const)('says that deliveries wait (%s)', async (kind, words) => {
    const lines: string[] = []
    const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } }
    await openStage({ ...(await freshDatabase(kind)), role: 'api', logger })
    expect(lines.join('')).toContain(words)
  })

  it('says nothing where others can join', async () => {
    const lines: string[] = []
    const logger = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } }
    await openStage({ ...(await freshDatabase('postgres')), role: 'api', logger })
    await openStage({ role: 'all', logger })
    expect(lines.join('')).not.toContain('role api')
  })
})

describe('a start that cannot be', () => {
  it.each([
    [{ host: '0.0.0.0' }, 'insecure_http'],
    [{ now: 'yesterday' }, 'invalid_option'],
    [{ tls: { cert: 'no certificate', key: 'no key' } }, 'invalid_option'],
    [{ host: '203.0.113.7', insecureHttp: true }, 'address_unusable'],
  ])('%j is refused with %s', async (options, code) => {
    await expect(startSandbox(options)).rejects.toMatchObject({ name: 'StartError', code })
  })

  it('a port in use is refused, with a way out', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void taken.close())
    const { port } = taken.address() as { port: number }
    await expect(startSandbox({ port })).rejects.toMatchObject({
      code: 'address_in_use',
      message: expect.stringContaining('--port 0'),
    })
    // What was started for it is stopped at once: no caller has to notice a server that never listened.
    await expect(startSandbox({ port, drainMs: 3_600_000 })).rejects.toMatchObject({ code: 'address_in_use' })
  })
})
