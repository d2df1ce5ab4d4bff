import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { openInbox } from '@svc/testing'
import { Agent, request } from 'undici'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { meta } from '../../src/http/meta.ts'
import { type Sandbox, startSandbox } from '../../src/index.ts'
import { createRuntime } from '../../src/runtime.ts'
import { StorageUnavailable } from '../../src/storage/errors.ts'

const statusOf = async (url: string) => {
  const response = await fetch(url)
  await response.body?.cancel()
  return response.status
}

function delayAll(sandbox: Sandbox, when: 'before' | 'after') {
  return sandbox.control.faults.add({
    match: { path: '/api/v1/client/**' },
    when,
    action: { type: 'delay', ms: 60_000 },
  })
}

describe('health', () => {
  it('tells life from readiness: while it drains it is alive, not ready, and still serves', async () => {
    const sandbox = await startSandbox({ drainMs: 400 })
    const { url } = sandbox
    expect([await statusOf(`${url}/healthz`), await statusOf(`${url}/readyz`)]).toEqual([200, 200])

    const closed = sandbox.close()
    const ready = await fetch(`${url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ code: 'unavailable', message: 'The server is stopping.' })
    expect(await statusOf(`${url}/healthz`)).toBe(200)
    const served = await fetch(`${url}/api/v1/client/bookings`, { headers: { 'X-API-Key': sandbox.apiKey } })
    expect(served.status).toBe(200)

    await closed
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
  })

  it('is not ready when its database does not answer, and says so as unavailable', async () => {
    const app = createApp({
      runtime: createRuntime({ clock: { now: Date.now, real: Date.now, mode: 'real' } }),
    })
    const ping = () => Promise.reject(new StorageUnavailable('The database cannot be reached'))
    await app.register(meta({ storage: { ping } }))
    const ready = await app.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ code: 'unavailable' })
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    await app.close()
  })
})

describe('stopping', () => {
  it.each(['before', 'after'] as const)('finishes requests at work (%s their commit)', async (when) => {
    const sandbox = await startSandbox()
    const { url, apiKey } = sandbox
    await delayAll(sandbox, when)
    const agent = new Agent({ connections: 1 })
    const call = () =>
      request(`${url}/api/v1/client/payments`, {
        method: 'POST',
        dispatcher: agent,
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ amount: '1', paymentMethod: 'Cash', type: 'income' }),
      })
    const answer = call()
    // The fault is used up for this request once it is at work.
    await expect.poll(async () => (await sandbox.control.faults.list())[0]?.applied).toBe(1)
    const closed = sandbox.close()
    // A delay that was only pretended ends with the server; the answer itself is whole.
    const { statusCode, headers, body } = await answer
    expect(statusCode).toBe(201)
    expect(await body.json()).toMatchObject({ amount: '1.0000' })
    if (when === 'before') expect(headers['connection']).toBe('close')
    await closed
    await expect(call()).rejects.toThrow(/ECONNREFUSED|other side closed/)
    await agent.close()
  })

  it('does not wait for idle callers, and waits for a slow attempt no longer than its grace', async () => {
    await using inbox = await openInbox({ respond: 'hang' })
    const sandbox = await startSandbox({ graceMs: 200 })
    const { url, apiKey } = sandbox
    const post = (path: string, body: unknown) =>
      fetch(`${url}/api/v1/client${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
        body: JSON.stringify(body),
      })
    await post('/webhooks', { url: inbox.url, events: ['payment.created'] })
    await post('/payments', { amount: '1', paymentMethod: 'Cash', type: 'income' })
    await expect.poll(() => inbox.all().length).toBe(1)
    const idle = connect(Number(new URL(url).port), '127.0.0.1')
    await once(idle, 'connect')
    const ended = once(idle, 'close')
    idle.resume()

    const began = performance.now()
    await sandbox.close()
    await ended
    // Generous: the attempt alone would have lasted for five seconds.
    expect(performance.now() - began).toBeLessThan(4_000)
  })

  it('can be asked twice', async () => {
    const sandbox = await startSandbox()
    await Promise.all([sandbox.close(), sandbox.close()])
    await expect(sandbox.close()).resolves.toBeUndefined()
  })
})
