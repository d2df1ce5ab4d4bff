import { mock } from 'node:test'
import { Agent } from 'undici'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { SvcClient, type SvcClientOptions, TimeoutError } from '../src/index.ts'
import { apiKey, payment } from './support/data.ts'
import { serve } from './support/server.ts'

afterEach(() => {
  vi.useRealTimers()
  mock.timers.reset()
})

const fakes = {
  'the defaults of vitest': () => void vi.useFakeTimers(),
  'all that vitest has': () =>
    void vi.useFakeTimers({ toFake: ['setImmediate', 'setTimeout', 'queueMicrotask'] }),
  'the defaults of node:test': () => mock.timers.enable(),
}

describe.each(Object.entries(fakes))('under fake timers: %s', (_name, fake) => {
  it.each([0, 1, 2])('calls work, with %i calls before', async (before) => {
    await using server = await serve((_, response) => void response.end(JSON.stringify([payment])))
    const svc = new SvcClient({ baseUrl: server.url, apiKey, maxRetries: 0, timeoutMs: 2_000 })
    await Promise.all(Array.from({ length: before }, () => svc.payments.list()))
    fake()
    for (let call = 0; call < 3; call++) expect(await svc.payments.list()).toHaveLength(1)
    const together = await Promise.all(Array.from({ length: 5 }, () => svc.payments.list()))
    expect(together).toHaveLength(5)
    await svc.close()
  })
})

it('real timers again, connections are kept again', async () => {
  await using server = await serve((_, response) => void response.end('[]'))
  await using svc = new SvcClient({ baseUrl: server.url, apiKey })
  vi.useFakeTimers()
  await svc.payments.list()
  vi.useRealTimers()
  expect(await svc.payments.list()).toEqual([])
  expect(await svc.payments.list()).toEqual([])
})

/** As undici does between two requests of a connection. Its own wait would leave Node 22 without immediates for good. */
class Waiting extends Agent {
  override dispatch(...given: Parameters<Agent['dispatch']>): boolean {
    setImmediate(() => super.dispatch(...given))
    return true
  }
}

it('an own dispatcher that waits for a frozen timer: the error says so', async () => {
  await using server = await serve((_, response) => void response.end('[]'))
  const dispatcher = new Waiting() as unknown as NonNullable<SvcClientOptions['dispatcher']>
  const svc = new SvcClient({ baseUrl: server.url, apiKey, dispatcher, maxRetries: 0, timeoutMs: 200 })
  await svc.payments.list()
  vi.useFakeTimers()
  const error = await svc.payments.list().catch((failure: unknown) => failure)
  if (!(error instanceof TimeoutError)) throw new Error('it did not time out', { cause: error })
  expect(error.message).toContain('`setImmediate` is faked')
  expect(error.message).toContain('fakeTimers')
  vi.useRealTimers()
  await dispatcher.destroy()
})
