import { describe, expect, it } from 'vitest'
import { createShedLoad, type OverloadLimits, type ShedReason } from '../../src/ops/shed-load.ts'
import { openParts } from '../kit/index.ts'

/** A client API that sheds load like this, and whose `GET …?hold` answers only when the test says so. */
async function openLoaded(limits: OverloadLimits) {
  const reasons: ShedReason[] = []
  const load = createShedLoad({ ...limits, onShed: (reason) => reasons.push(reason) })
  const held: (() => void)[] = []
  const parts = await openParts('memory', {
    scopes: [
      load.scope,
      async (fastify) => {
        fastify.addHook('onRequest', async (request) => {
          if (request.headers['x-hold']) await new Promise<void>((release) => void held.push(release))
        })
      },
    ],
  })
  const tenant = await parts.tenant()
  return {
    ...parts,
    tenant,
    reasons,
    load,
    /** Begins a request and resolves when it is at work. */
    async hold() {
      const count = held.length
      const answer = tenant.call('GET', '/bookings', { headers: { 'x-hold': '1' } })
      await expect.poll(() => held.length).toBe(count + 1)
      return { answer, release: held[count]! }
    },
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  }
}

/** Keeps the event loop busy for one sample and more. */
async function block(ms: number): Promise<void> {
  const until = performance.now() + ms
  while (performance.now() < until) {
    const turn = performance.now() + 60
    while (performance.now() < turn);
    await new Promise((resolve) => void setImmediate(resolve))
  }
}

describe('load shedding', () => {
  it('answers 503 unavailable with Retry-After beyond so many at once, and goes on when they are done', async () => {
    await using loaded = await openLoaded({ maxRequests: 2 })
    const { tenant, send } = loaded
    const first = await loaded.hold()
    const second = await loaded.hold()
    expect(loaded.load.inFlight()).toBe(2)

    const refused = await tenant.call('POST', '/payments', { body: {} })
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.json).toEqual({
      code: 'unavailable',
      message: expect.stringContaining('Try again'),
      request_id: refused.headers['x-request-id'],
    })
    expect(loaded.reasons).toEqual(['requests'])
    for (const path of ['/healthz', '/readyz', '/openapi.json']) {
      expect((await send('GET', path)).status).toBe(200)
    }

    first.release()
    expect((await first.answer).status).toBe(200)
    expect((await tenant.call('GET', '/bookings')).status).toBe(200)
    second.release()
    expect((await second.answer).status).toBe(200)
    await expect.poll(() => loaded.load.inFlight()).toBe(0)
  })

  it('counts a caller who has gone away no longer', async () => {
    await using loaded = await openLoaded({ maxRequests: 1 })
    const aborting = new AbortController()
    const gone = fetch(`${loaded.url}/api/v1/client/bookings`, {
      headers: { 'x-api-key': loaded.tenant.key, 'x-hold': '1' },
      signal: aborting.signal,
    }).catch((error: Error) => error.name)
    await expect.poll(() => loaded.load.inFlight()).toBe(1)
    aborting.abort()
    expect(await gone).toBe('AbortError')
    await expect.poll(() => loaded.load.inFlight()).toBe(0)
    expect((await loaded.tenant.call('GET', '/bookings')).status).toBe(200)
  })

  it('sheds while the event loop is late, and stops when it is not', async () => {
    await using loaded = await openLoaded({ maxEventLoopDelayMs: 20, sampleMs: 100 })
    const { tenant } = loaded
    const status = async () => (await tenant.call('GET', '/bookings')).status
    await expect.poll(status).toBe(200)
    await block(400)
    const refused = await tenant.call('GET', '/bookings')
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('1')
    expect(loaded.reasons[0]).toBe('event_loop')
    await expect.poll(status, { timeout: 5_000 }).toBe(200)
  })

  it('sheds when the heap is nearly full', async () => {
    await using loaded = await openLoaded({ maxHeapUsed: 0.000_001, sampleMs: 20 })
    await expect.poll(async () => (await loaded.tenant.call('GET', '/bookings')).status).toBe(503)
    expect(loaded.reasons[0]).toBe('heap')
    expect((await loaded.send('GET', '/healthz')).status).toBe(200)
  })
})
