import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadUndici } from '../src/core/wire/undici.ts'
import {
  ConflictError,
  ConnectionError,
  NotFoundError,
  RateLimitError,
  ResponseError,
  ServerError,
  SvcClient,
  type SvcClientOptions,
  type SvcError,
  ValidationError,
} from '../src/index.ts'
import { apiKey, newPayment, payment } from './support/data.ts'
import { fakeRuntime, runToEnd } from './support/runtime.ts'
import { scripted, type Step } from './support/scripted.ts'

// Loading a module is real time, which the clock of these tests knows nothing of.
beforeAll(loadUndici)

const reset = (sent: boolean): Step => ({
  error: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
  sent,
})
const created: Step = { status: 201, body: payment }
const inUse: Step = {
  status: 409,
  body: { code: 'idempotency_key_in_use', message: 'busy' },
  headers: { 'retry-after': '1' },
}

/** Makes one call against a script on a clock that only waits move, and tells what was sent when. */
async function play(
  steps: Step[],
  options: Partial<SvcClientOptions> = {},
  make: (svc: SvcClient) => PromiseLike<unknown> = (svc) => svc.payments.create(newPayment),
  random: () => number = () => 0.5,
) {
  const runtime = fakeRuntime(random)
  const { dispatcher, sent } = scripted(steps, () => runtime.now())
  const svc = new SvcClient({ baseUrl: 'https://api.example.com', apiKey, dispatcher, ...options }, runtime)
  const result = await runToEnd(runtime, Promise.resolve(make(svc)))
  const error = result.status === 'rejected' ? (result.reason as SvcError) : undefined
  return {
    result,
    error,
    sent,
    times: sent.map(({ at }) => at),
    endedAt: runtime.now(),
    left: runtime.pending(),
    svc,
  }
}

describe('retries', () => {
  it('follow after full jitter that doubles, from the first one on', async () => {
    const { times, error, left } = await play([{ status: 500 }])
    expect(times).toEqual([0, 250, 750, 1_750])
    expect(error).toBeInstanceOf(ServerError)
    expect(error).toMatchObject({ attempts: 4, ambiguous: true })
    expect(left).toEqual([])
  })

  it.each([408, 429, 500, 502, 503, 504, 599])('%d is tried again', async (status) => {
    const { result, sent } = await play([{ status }, created])
    expect(result.status).toBe('fulfilled')
    expect(sent).toHaveLength(2)
  })

  it.each([300, 302, 304, 307, 400, 401, 403, 404, 409, 410, 413, 415, 422, 426])(
    '%d is not tried again',
    async (status) => {
      const { error, sent } = await play([{ status }, created])
      expect(error).toMatchObject({ status, attempts: 1, ambiguous: false })
      expect(sent).toHaveLength(1)
    },
  )

  it('409 idempotency_key_in_use is tried again when the service says', async () => {
    const { result, times } = await play([inUse, inUse, created])
    expect(result.status).toBe('fulfilled')
    expect(times).toEqual([0, 1_250, 2_750])
    const { error } = await play([inUse], { maxRetries: 0 })
    expect(error).toBeInstanceOf(ConflictError)
    expect(error).toMatchObject({ ambiguous: true, retryAfterMs: 1_000 })
  })

  it('lost connections are tried again, certificates that fail are not', async () => {
    expect((await play([reset(true), reset(false), created])).result.status).toBe('fulfilled')
    const bad = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' })
    const { error, sent } = await play([{ error: bad }])
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ cause: bad, ambiguous: false, code: 'connection_impossible' })
    expect(sent).toHaveLength(1)
  })

  it('a 2xx that breaks the contract is never tried again', async () => {
    for (const body of [undefined, '', 'null', '<html>', '[]', '{"id":1}', { ...payment, amount: 120.5 }]) {
      const { error, sent } = await play([{ status: 201, body }, created])
      expect(error).toBeInstanceOf(ResponseError)
      expect(error).toMatchObject({ status: 201, ambiguous: true, attempts: 1 })
      expect(sent).toHaveLength(1)
    }
  })

  it('all tries carry one key and the same bytes', async () => {
    const { sent } = await play([{ status: 500 }, reset(true), inUse, created])
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ body }) => body))).toEqual(new Set([JSON.stringify(newPayment)]))
    const keys = new Set(sent.map(({ headers }) => headers['Idempotency-Key']))
    expect(keys.size).toBe(1)
    expect([...keys][0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('changing the object while the call waits changes nothing on the wire', async () => {
    const changing: { -readonly [Key in keyof typeof newPayment]: string } = { ...newPayment }
    const { sent } = await play([{ status: 500 }, created], {}, (svc) => {
      const running = svc.payments.create(changing as typeof newPayment)
      changing.amount = '999999.00'
      return running
    })
    expect(sent.map(({ body }) => body)).toEqual([JSON.stringify(newPayment), JSON.stringify(newPayment)])
  })

  it('GET and DELETE are tried again without a key', async () => {
    const { sent } = await play([{ status: 500 }, { status: 204 }], {}, (svc) =>
      svc.payments.delete(payment.id),
    )
    expect(sent.map(({ method, headers }) => [method, headers['Idempotency-Key']])).toEqual([
      ['DELETE', undefined],
      ['DELETE', undefined],
    ])
    const { error } = await play([{ status: 503 }], {}, (svc) => svc.payments.list())
    expect(error).toMatchObject({ attempts: 4, ambiguous: false, idempotencyKey: undefined })
  })

  it('maxRetries of the call beats that of the client', async () => {
    expect((await play([{ status: 500 }], { maxRetries: 1 })).sent).toHaveLength(2)
    const { sent } = await play([{ status: 500 }], { maxRetries: 9 }, (svc) =>
      svc.payments.create(newPayment, { maxRetries: 0 }),
    )
    expect(sent).toHaveLength(1)
  })
})

const limited = (value: string | string[], status = 429): Step => ({
  status,
  headers: { 'retry-after': value },
  body: { code: 'rate_limited', message: 'Too many requests' },
})

describe('Retry-After', () => {
  it('is waited for, and never undercut', async () => {
    expect((await play([limited('7'), created])).times).toEqual([0, 7_250])
    expect((await play([limited('7'), created], {}, undefined, () => 0)).times).toEqual([0, 7_000])
    expect((await play([limited('7', 503), created])).times).toEqual([0, 7_250])
    const date = new Date(Date.UTC(2026, 10, 21) + 9_000).toUTCString()
    expect((await play([limited(date), created], {}, undefined, () => 0)).times).toEqual([0, 9_000])
  })

  it('when it is longer than what is left, the call fails at once and says how long', async () => {
    const { error, times, endedAt } = await play([limited('3600')])
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfterMs: 3_600_000, attempts: 1 })
    expect(times).toEqual([0])
    expect(endedAt).toBe(0)
  })

  it('what is left shrinks with every try', async () => {
    const { times, error } = await play([limited('6')], { totalTimeoutMs: 10_000 }, undefined, () => 0)
    expect(times).toEqual([0, 6_000])
    expect(error).toMatchObject({ retryAfterMs: 6_000, attempts: 2 })
  })

  it('garbage is ignored', async () => {
    const { times, error } = await play([limited('soon')])
    expect(times).toEqual([0, 250, 750, 1_750])
    expect(error?.retryAfterMs).toBeUndefined()
  })
})

describe('what the last error knows', () => {
  it('a lost try stays in doubt behind a later 429', async () => {
    const { error } = await play([reset(true), { status: 429 }], { maxRetries: 1 })
    expect(error).toMatchObject({ status: 429, ambiguous: true, attempts: 2 })
    expect(error?.message).toContain('It may have taken effect')
  })

  it('a refusal of a later attempt says nothing of the one that was lost', async () => {
    const invalid = { status: 400, body: { code: 'validation_error', message: 'no' } }
    const { error } = await play([reset(true), invalid])
    expect(error).toBeInstanceOf(ValidationError)
    expect(error).toMatchObject({ ambiguous: true, attempts: 2 })
  })

  it('a key that was used with another payload takes the doubt away', async () => {
    const reused = { status: 422, body: { code: 'idempotency_key_reused', message: 'no' } }
    const { error } = await play([reset(true), reused])
    expect(error).toMatchObject({ name: 'IdempotencyError', ambiguous: false, attempts: 2 })
  })

  it('refused connections leave no doubt', async () => {
    const { error } = await play([reset(false)])
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ ambiguous: false, attempts: 4, code: 'connection_failed' })
  })

  it('404 after a lost DELETE of an endpoint may be its success', async () => {
    const gone = { status: 404, body: { code: 'not_found', message: 'No such endpoint' } }
    const { error } = await play([reset(true), gone], {}, (svc) => svc.webhooks.delete(payment.id))
    expect(error).toBeInstanceOf(NotFoundError)
    expect(error).toMatchObject({ ambiguous: true })
  })

  it('its key resumes the operation', async () => {
    const { error } = await play([reset(true)])
    const key = error?.idempotencyKey as string
    const again = await play([created], {}, (svc) => svc.payments.create(newPayment, { idempotencyKey: key }))
    expect(again.sent[0]?.headers['Idempotency-Key']).toBe(key)
  })
})

describe('the retry budget', () => {
  it('an outage is not multiplied by the retries', async () => {
    const runtime = fakeRuntime()
    const { dispatcher, sent } = scripted([{ status: 503 }], () => 0)
    const options = { baseUrl: 'https://api.example.com', apiKey, dispatcher, retryBudget: 5 }
    // Time that stands still refills nothing.
    const svc = new SvcClient(options, { ...runtime, random: () => 0, now: () => 0 })
    for (let call = 0; call < 20; call++) await runToEnd(runtime, svc.payments.list().withResponse())
    expect(sent).toHaveLength(25)
  })

  it('calls that work pay for the retries of those that do not', async () => {
    const runtime = fakeRuntime()
    const failed: Step = { status: 503 }
    // The only token is spent on the first call; eleven that work buy another one.
    const steps = [failed, failed, ...Array.from({ length: 11 }, () => created), failed]
    const { dispatcher, sent } = scripted(steps, () => 0)
    const options = { baseUrl: 'https://api.example.com', apiKey, dispatcher, retryBudget: 1 }
    const svc = new SvcClient(options, { ...runtime, random: () => 0, now: () => 0 })
    const call = async () => {
      const before = sent.length
      await runToEnd(runtime, svc.payments.create(newPayment).withResponse())
      return sent.length - before
    }
    expect(await call()).toBe(2)
    for (let calls = 0; calls < 11; calls++) expect(await call()).toBe(1)
    expect(await call()).toBe(2)
    expect(await call()).toBe(1)
  })

  it('can be switched off', async () => {
    expect((await play([{ status: 503 }], { retryBudget: false, maxRetries: 9 })).sent).toHaveLength(10)
    expect((await play([{ status: 503 }], { retryBudget: 0 })).sent).toHaveLength(1)
  })
})

const faultKinds = ['before', 'after', 'refused', 'rate', 'in_use'] as const
type Fault = (typeof faultKinds)[number]

/** A service that keeps its promise about keys, and breaks in all ways that a network can. */
function faultyService(faults: Fault[]) {
  const done = new Map<string, number>()
  let executed = 0
  const step = (index: number, key: string): Step => {
    const execute = () => {
      if (!done.has(key)) done.set(key, ++executed)
      return created
    }
    switch (faults[index]) {
      case 'before':
        return reset(true)
      case 'after':
        execute()
        return reset(true)
      case 'refused':
        return reset(false)
      case 'rate':
        return { status: 429, headers: { 'retry-after': '2' } }
      case 'in_use':
        return inUse
      default:
        return execute()
    }
  }
  return { step, executed: () => executed }
}

describe('under any script of faults', () => {
  it('a create that resolves has happened exactly once, and one that is surely not done never', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...faultKinds), { maxLength: 6 }),
        fc.integer(),
        async (script, seed) => {
          const service = faultyService(script)
          const steps: Step[] = []
          const proxy = new Proxy(steps, {
            get: (target, name) => (name === 'length' ? 1_000 : Reflect.get(target, name)),
          })
          let number = 0
          const random = () => ((seed = (seed * 1_103_515_245 + 12_345) >>> 0), seed / 2 ** 32)
          const runtime = fakeRuntime(random)
          const { dispatcher, sent } = scripted(proxy, () => runtime.now())
          const dispatch = dispatcher.dispatch.bind(dispatcher)
          dispatcher.dispatch = (options, handler) => {
            const { 'Idempotency-Key': key = '' } = options.headers as Record<string, string>
            steps[number] = service.step(number, key)
            number += 1
            return dispatch(options, handler)
          }
          const svc = new SvcClient({ baseUrl: 'https://api.example.com', apiKey, dispatcher }, runtime)
          const result = await runToEnd(runtime, svc.payments.create(newPayment).withResponse())
          const possible =
            result.status === 'fulfilled' ? [1] : (result.reason as SvcError).ambiguous ? [0, 1] : [0]
          expect(possible).toContain(service.executed())
          expect(sent.length).toBeLessThanOrEqual(4)
          expect(runtime.pending()).toEqual([])
        },
      ),
      { numRuns: 60 },
    )
  })
})
