import fp from 'fastify-plugin'
import { describe, expect, it } from 'vitest'
import { whenEnded } from '../../src/http/when-ended.ts'
import type { PressureSenses } from '../../src/ops/pressure.ts'
import { createShedLoad, type ShedLoadOptions, type ShedReason } from '../../src/ops/shed-load.ts'
import { openParts } from '../kit/index.ts'

/** A client API that sheds load like this, and whose `GET …?hold` answers only when the test says so. */
async function openLoaded(limits: ShedLoadOptions) {
  const reasons: ShedReason[] = []
  const load = createShedLoad({ ...limits, onShed: (reason) => reasons.push(reason) })
  const held: (() => void)[] = []
  const parts = await openParts('memory', {
    scopes: [
      // As the log does: who listens for the end of all requests hears of those that are refused, too.
      fp(async (fastify) => whenEnded(fastify, () => {})),
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

/** Pressure that a test sets, and samples that it takes. */
function madeUpSenses() {
  const felt = { lateMs: 0, heapUsed: 0 }
  const periods: number[] = []
  let sample = () => {}
  const senses: PressureSenses = {
    lateMs: () => felt.lateMs,
    heapUsed: () => felt.heapUsed,
    every(ms, callback) {
      periods.push(ms)
      sample = callback
      return () => periods.pop()
    },
    stop: () => {},
  }
  return { senses, felt, periods, sample: () => sample() }
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
    // What was refused was never counted.
    expect(loaded.load.inFlight()).toBe(2)

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

  it('sheds from a sample in which the event loop was late to one in which it was not', async () => {
    const { senses, felt, periods, sample } = madeUpSenses()
    await using loaded = await openLoaded({ maxEventLoopDelayMs: 20, sampleMs: 100, senses })
    const { tenant } = loaded
    const status = async () => (await tenant.call('GET', '/bookings')).status
    expect(periods).toEqual([100])
    felt.lateMs = 20
    sample()
    expect(await status()).toBe(200)
    felt.lateMs = 20.1
    expect(await status()).toBe(200)
    sample()
    const refused = await tenant.call('GET', '/bookings')
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('1')
    expect(loaded.reasons).toEqual(['event_loop'])
    expect((await loaded.send('GET', '/healthz')).status).toBe(200)
    felt.lateMs = 0
    expect(await status()).toBe(503)
    sample()
    expect(await status()).toBe(200)
  })

  it('takes no samples any more when it is closed', async () => {
    const { senses, periods } = madeUpSenses()
    {
      await using _ = await openLoaded({ maxHeapUsed: 0.9, senses })
      expect(periods).toEqual([500])
    }
    expect(periods).toEqual([])
  })

  it('sheds when the heap is nearly full', async () => {
    const { senses, felt, sample } = madeUpSenses()
    await using loaded = await openLoaded({ maxHeapUsed: 0.9, senses })
    const status = async () => (await loaded.tenant.call('GET', '/bookings')).status
    Object.assign(felt, { lateMs: 10_000, heapUsed: 0.9 })
    sample()
    expect(await status()).toBe(200)
    felt.heapUsed = 0.91
    sample()
    expect(await status()).toBe(503)
    expect(loaded.reasons).toEqual(['heap'])
    expect((await loaded.send('GET', '/healthz')).status).toBe(200)
  })
})
