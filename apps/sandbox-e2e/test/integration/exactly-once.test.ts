import { randomUUID } from 'node:crypto'
import { SvcClient, SvcError } from '@svc/client'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, kinds, openApi, type Tenant } from '../../../sandbox/test/kit/index.ts'
import { cuts, type CuttingProxy, openCuttingProxy } from './cutting-proxy.ts'
import { attemptMs, hastyClient } from './hasty-client.ts'

/**
 * The promise of `@svc/client`, tested against the service itself: whatever breaks on the way, a write that
 * resolves has happened exactly once, and one that rejects says truthfully whether it may have happened.
 */

/** Refusals and outages before the operation: with these answers it was not done. */
const refusals = [302, 400, 403, 404, 408, 409, 413, 429, 500, 502, 503, 504]
/** After it, failures alone: no client can see through a server that does something and calls it refused. */
const failures = [409, 500, 502, 503, 504]

const statusAction = (statuses: number[]) =>
  fc.record({
    type: fc.constant('status' as const),
    status: fc.constantFrom(...statuses),
    headers: fc.constantFrom({}, { 'retry-after': '1' }, { 'retry-after': 'soon' }),
  })
const otherActions = fc.oneof(
  { arbitrary: fc.constant({ type: 'reset' as const }), weight: 4 },
  { arbitrary: fc.constant({ type: 'truncate' as const }), weight: 4 },
  { arbitrary: fc.constant({ type: 'delay' as const, ms: 5 }), weight: 2 },
  // Longer than an attempt: the client leaves, and the operation runs, or has run, without it.
  { arbitrary: fc.constant({ type: 'delay' as const, ms: attemptMs * 20 }), weight: 1 },
)
const fault = fc.constantFrom('before' as const, 'after' as const).chain((when) =>
  fc.record({
    when: fc.constant(when),
    action: fc.oneof(statusAction(when === 'before' ? refusals : failures), otherActions),
    times: fc.integer({ min: 1, max: 3 }),
  }),
)
const script = fc.record({
  faults: fc.array(fault, { maxLength: 4 }),
  cuts: fc.array(fc.option(fc.constantFrom(...cuts)), { maxLength: 4 }),
  maxRetries: fc.integer({ min: 0, max: 4 }),
})

type Plan = typeof script extends fc.Arbitrary<infer P> ? P : never

describe.each(kinds)('writes of the client under faults, on %s', (kind) => {
  let api: Api
  let proxy: CuttingProxy
  beforeAll(async () => {
    api = await openApi(kind)
    proxy = await openCuttingProxy(api.url)
  })
  afterAll(async () => {
    await proxy[Symbol.asyncDispose]()
    await api[Symbol.asyncDispose]()
  })

  const runs = kind === 'memory' ? 100 : 40

  /** A write, and how often it has happened. */
  interface Write<T> {
    send(svc: SvcClient, idempotencyKey?: string): Promise<T>
    times(svc: SvcClient, tenant: Tenant): Promise<number>
  }

  /** Runs a write under a script of faults and holds it to the promise; then resumes it on a quiet line. */
  async function hold<T>(tenant: Tenant, write: Write<T>, plan: Plan) {
    await using honest = new SvcClient({ baseUrl: api.url, apiKey: tenant.key })
    await using svc = hastyClient({ baseUrl: proxy.url, apiKey: tenant.key, maxRetries: plan.maxRetries })
    const match = { property_id: tenant.id }
    for (const each of plan.faults) await api.control.faults.add({ ...each, match })
    proxy.script = [...plan.cuts]
    const settled = await Promise.allSettled([write.send(svc)])
    const [outcome] = settled
    await api.control.faults.clear()
    proxy.script = []

    if (outcome.status === 'fulfilled') {
      expect(await write.times(honest, tenant), 'resolved').toBe(1)
      return outcome.value
    }
    const error: unknown = outcome.reason
    if (!(error instanceof SvcError) || error.idempotencyKey === undefined) throw error
    const times = await write.times(honest, tenant)
    if (error.ambiguous) expect(times, error.message).toBeLessThanOrEqual(1)
    else expect(times, error.message).toBe(0)

    const resumed = await write.send(honest, error.idempotencyKey)
    expect(await write.times(honest, tenant), `resumed after: ${error.message}`).toBe(1)
    // And once more, as a worker does that crashed after the answer: the same answer, secrets included.
    expect(await write.send(honest, error.idempotencyKey)).toEqual(resumed)
    expect(await write.times(honest, tenant), 'resumed twice').toBe(1)
    return resumed
  }

  const events = async (tenant: Tenant, type: string) =>
    (await tenant.control.deliveries.list({ event_type: type })).total_count
  const subscribe = (tenant: Tenant) =>
    tenant.call('POST', '/webhooks', {
      body: { url: 'https://partner.example/hook', events: ['payment.created', 'payment.updated'] },
    })

  it('payments.create', async () => {
    const tenant = await api.tenant()
    await subscribe(tenant)
    await fc.assert(
      fc.asyncProperty(script, async (plan) => {
        const name = randomUUID()
        const before = await events(tenant, 'payment.created')
        const payment = { amount: '120.50', paymentMethod: 'Cash', type: 'income', name } as const
        const made = await hold(
          tenant,
          {
            send: (svc, idempotencyKey) =>
              svc.payments.create(payment, idempotencyKey ? { idempotencyKey } : {}),
            times: async (svc) => (await svc.payments.list()).filter((each) => each.name === name).length,
          },
          plan,
        )
        expect(made).toMatchObject({ name, amount: '120.5000' })
        expect(await events(tenant, 'payment.created')).toBe(before + 1)
      }),
      { numRuns: runs },
    )
  }, 120_000)

  it('payments.update', async () => {
    const tenant = await api.tenant()
    await subscribe(tenant)
    await using svc = new SvcClient({ baseUrl: api.url, apiKey: tenant.key })
    const { id } = await svc.payments.create({ amount: '1', paymentMethod: 'Cash', type: 'income' })
    let amount = 1
    await fc.assert(
      fc.asyncProperty(script, async (plan) => {
        const next = String(++amount)
        const before = await events(tenant, 'payment.updated')
        const updated = await hold(
          tenant,
          {
            send: (client, idempotencyKey) =>
              client.payments.update(id, { amount: next }, idempotencyKey ? { idempotencyKey } : {}),
            // An update that happened twice would change nothing the second time; one that happened fired its event.
            times: async () => (await events(tenant, 'payment.updated')) - before,
          },
          plan,
        )
        expect(updated).toMatchObject({ id, amount: `${next}.0000` })
      }),
      { numRuns: runs },
    )
  }, 120_000)

  it('webhooks.create, whose secret is the same in every answer', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (plan) => {
        // Endpoints are bounded per property (D12), so each run has a property of its own.
        const tenant = await api.tenant()
        const made = await hold(
          tenant,
          {
            send: (svc, idempotencyKey) =>
              svc.webhooks.create(
                { url: 'https://partner.example/hook', events: ['booking.created'] },
                idempotencyKey ? { idempotencyKey } : {},
              ),
            times: async (svc) => (await svc.webhooks.list()).length,
          },
          plan,
        )
        expect(made.secret).toMatch(/^whsec_/)
      }),
      { numRuns: runs },
    )
  }, 120_000)
})
