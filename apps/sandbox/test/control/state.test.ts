import { describe, expect, it } from 'vitest'
import { freshDatabase, kinds, openStage, payment, type Stage } from '../kit/index.ts'

/** Everything that can be seen of a sandbox. */
const seen = async ({ control, call }: Stage) => ({
  properties: await control.properties.list(),
  bookings: await control.bookings.list(),
  payments: (await call('GET', '/payments')).json,
  endpoints: (await call('GET', '/webhooks')).json,
  deliveries: await control.deliveries.list(),
  origins: await control.origins.get(),
  faults: await control.faults.list(),
  clock: (({ mode, now }) => ({ mode, now }))(await control.clock.get()),
})

/** Something of everything. */
async function live(stage: Stage): Promise<void> {
  await stage.inbox(['booking.created', 'payment.created'], { respond: 500 })
  await stage.control.bookings.create()
  await stage.call('POST', '/payments', { body: payment })
  await stage.control.origins.set(['https://a.example'])
  await stage.control.clock.advance(61)
}

describe.each(kinds)('on %s', (kind) => {
  it('a snapshot brings everything back, any number of times: rows, clock, faults, rate limit', async () => {
    const stage = await openStage({ ...(await freshDatabase(kind)), rateLimit: 12 })
    await live(stage)
    await stage.control.faults.add({ when: 'delivery', action: { type: 'timeout' }, times: 3 })
    const before = await seen(stage)
    const snapshot = await stage.control.snapshot()
    for (let round = 0; round < 2; round += 1) {
      await stage.control.bookings.create()
      await stage.call('POST', '/payments', { body: payment })
      await stage.control.properties.create({ name: 'Another one' })
      await stage.control.clock.advance(10 * 86_400)
      await stage.control.faults.clear()
      const statuses: number[] = []
      for (let call = 0; call < 13; call += 1) statuses.push((await stage.call('GET', '/payments')).status)
      expect(statuses.at(-1)).toBe(429)

      await snapshot.restore()
      expect(await seen(stage)).toEqual(before)
    }
    // Whatever the ladder has reached goes on from there.
    await stage.control.faults.clear()
    expect(await stage.control.clock.advance(3 * 3_600)).toMatchObject({ attempts: 6 })
  })

  it('reset goes back to the first start: same property, same key, same token, clock and seed as then', async () => {
    const stage = await openStage({ ...(await freshDatabase(kind)), seed: 'hostel' })
    const before = await seen(stage)
    await live(stage)
    await stage.control.faults.add({
      when: 'before',
      action: { type: 'reset' },
      times: 1,
      match: { path: '/x' },
    })
    const { properties } = await stage.control.reset()
    expect(properties).toEqual(before.properties)
    expect(await seen(stage)).toEqual(before)
    expect(await stage.control.requests.list()).toHaveLength(2)
  })

  it('what one exports another imports, and goes on from there', async () => {
    const one = await openStage({ ...(await freshDatabase(kind)), secretKey: 'k'.repeat(32) })
    await live(one)
    const document = await one.control.export({ secrets: true })
    expect(document).toMatchObject({ format: 'svc-sandbox-export', version: 1, secrets: true })

    const other = await openStage(await freshDatabase(kind))
    await other.control.import(document)
    const keys = { headers: { 'x-api-key': one.sandbox.apiKey } }
    // Its own key goes on working, for its first property.
    expect((await other.call('GET', '/payments')).status).toBe(200)
    expect((await other.call('GET', '/payments', keys)).json).toEqual(
      (await one.call('GET', '/payments')).json,
    )
    expect(await other.control.clock.get()).toMatchObject({ now: (await one.control.clock.get()).now })
    // Two deliveries were in their ladder; sealed secrets open there too, since they are sent.
    expect(await other.control.clock.advance(300)).toMatchObject({ attempts: 2 })
  })

  it('an import tells how far it is, and one that is given up changes nothing', async () => {
    const stage = await openStage(await freshDatabase(kind))
    await stage.control.bookings.seed({ bookings: 2_000 })
    const document = await stage.control.export({ secrets: true })
    await live(stage)
    const before = await seen(stage)
    const stop = new AbortController()
    const given = stage.control.import(document, {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    await expect(given).rejects.toThrow('abort')
    // It waits until the import has been taken back.
    await stage.control.bookings.create()
    const { bookings, ...others } = await seen(stage)
    expect(bookings.total_count).toBe(before.bookings.total_count + 1)
    expect(others).toMatchObject({ payments: before.payments, endpoints: before.endpoints })

    const told: [number, number][] = []
    const { properties } = await stage.control.import(document, {
      onProgress: (done, rows) => told.push([done, rows]),
    })
    expect(properties).toEqual(before.properties)
    const [, rows] = told.at(-1)!
    expect(rows).toBeGreaterThan(4_000)
    expect(told.at(-1)).toEqual([rows, rows])
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).toSorted((a, b) => a - b))
    expect((await stage.control.bookings.list()).total_count).toBe(2_000)
  })

  it('exports no secret unless asked, and imports such a document with new secrets', async () => {
    const stage = await openStage(await freshDatabase(kind))
    const inbox = await stage.inbox(['payment.created'])
    await stage.call('POST', '/payments', { body: payment })
    await stage.control.clock.advance(0)
    const text = JSON.stringify(await stage.control.export())
    expect(text).not.toContain('whsec_')
    expect(text).not.toContain(stage.sandbox.apiKey)
    expect(text).not.toMatch(/"key_hash"/)

    await stage.control.import(JSON.parse(text))
    expect((await stage.call('GET', '/payments')).json).toHaveLength(1)
    await stage.call('POST', '/payments', { body: payment })
    await stage.control.clock.advance(0)
    const deliveries = inbox.all('payment.created')
    expect(deliveries).toHaveLength(2)
    expect((await stage.control.deliveries.list({ status: 'failed' })).total_count).toBe(1)
  })
})

describe('refusals', () => {
  it('an import that does not fit changes nothing', async () => {
    const stage = await openStage()
    await live(stage)
    const before = await seen(stage)
    const document = await stage.control.export({ secrets: true })
    const payments = document.tables['payments'] as Record<string, unknown>[]
    const { type: _type, ...withoutType } = payments[0] ?? {}
    const broken = [
      { ...document, version: 2 },
      { ...document, tables: { ...document.tables, rooms: [] } },
      { ...document, tables: { ...document.tables, bookings: [{ id: 1 }] } },
      { ...document, tables: { ...document.tables, guests: [] } },
      { ...document, tables: { ...document.tables, payments: [{ ...payments[0], mood: 'good' }] } },
      { ...document, tables: { ...document.tables, payments: [withoutType] } },
    ]
    for (const body of broken.slice(1)) {
      await expect(stage.control.import(body as typeof document, {})).rejects.toMatchObject({
        code: 'import_failed',
        reason: expect.stringContaining('tables cannot be loaded'),
      })
    }
    for (const body of broken) {
      const { status, json } = await stage.admin('POST', '/import', { body })
      expect([status, json.code]).toEqual([400, 'validation_error'])
    }
    expect(await seen(stage)).toEqual(before)
  })

  it('snapshots have names and are listed, newest first', async () => {
    const { control } = await openStage()
    const first = await control.snapshot({ name: 'before the season' })
    await control.clock.advance(60)
    const second = await control.snapshot()
    const kept = [
      { id: second.id, name: null, taken_at: '2026-11-21T12:01:00.000Z' },
      { id: first.id, name: 'before the season', taken_at: '2026-11-21T12:00:00.000Z' },
    ]
    expect(await control.snapshots.list()).toEqual(kept)
    // They are of no state: one that is brought back brings no list of them.
    await first.restore()
    expect(await control.snapshots.list()).toEqual(kept)
    await control.snapshots.delete(first.id)
    expect((await control.snapshots.list()).map(({ id }) => id)).toEqual([second.id])
  })

  it('a snapshot that is not there', async () => {
    const { admin, control } = await openStage()
    const snapshot = await control.snapshot()
    await snapshot.delete()
    for (const [method, path] of [
      ['POST', `/snapshots/${snapshot.id}/restore`],
      ['DELETE', `/snapshots/${snapshot.id}`],
    ] as const) {
      expect(await admin(method, path)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    }
  })
})
