import { createServer } from 'node:http'
import { once } from 'node:events'
import { stripVTControlCharacters } from 'node:util'
import type { ControlDelivery } from '@svc/control'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../index.ts'
import { listen } from './commands/listen.ts'
import { deliveryLine, followDeliveries } from './follow-deliveries.ts'

let sandbox: Sandbox
let url: string
let status: number
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(status).end()
})

beforeEach(async () => {
  status = 503
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}/hooks`
  sandbox = await startSandbox({ clock: 'manual' })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await sandbox.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** The next delivery with this status. */
async function until(deliveries: AsyncGenerator<ControlDelivery>, wanted: string): Promise<ControlDelivery> {
  for (;;) {
    const { value, done } = await deliveries.next()
    if (done) return expect.unreachable('the stream ended')
    if (value.status === wanted) return value
  }
}

describe('deliveries as they change', () => {
  it('each is shown after every attempt, in words', async () => {
    const { control } = sandbox
    await control.webhooks.create({ url, events: ['payment.created'] })
    const stop = new AbortController()
    const deliveries = followDeliveries(control, {}, { signal: stop.signal })
    const failing = until(deliveries, 'failed')
    await control.events.trigger('payment.created')
    await control.clock.advance(60)
    const failed = await failing
    expect(stripVTControlCharacters(deliveryLine(failed))).toMatch(
      /failed +payment\.created +→ http.*attempt [12]: 503 +next /,
    )
    status = 204
    const delivering = until(deliveries, 'delivered')
    await control.clock.advance(300)
    expect(await delivering).toMatchObject({ id: failed.id, attempts: 3 })
    stop.abort()
    expect((await deliveries.next()).done).toBe(true)
  })

  it('listen registers the address, shows what it gets, and removes it', async () => {
    const { control } = sandbox
    status = 204
    let out = ''
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const stop = new AbortController()
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += stripVTControlCharacters(String(text))
      if (out.includes('delivered')) stop.abort()
      return true
    })
    const listening = listen(control, { url, events: ['payment.created'], signal: stop.signal })
    await vi.waitFor(() => expect(out).toContain('whsec_'), 20_000)
    await control.events.trigger('payment.created')
    await listening
    expect(out).toMatch(/delivered +payment\.created .*attempt 1: 204/)
    expect(await control.webhooks.list()).toEqual([])
  })

  it('listen removes the address also when it is stopped before it has begun to follow', async () => {
    const { control } = sandbox
    const stop = new AbortController()
    let said = ''
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      said += String(text)
      return true
    })
    vi.spyOn(process.stdout, 'write').mockImplementation(() => {
      // While the stream is being opened and the first list is on its way.
      setImmediate(() => stop.abort())
      return true
    })
    const other = await control.webhooks.create({ url, events: ['payment.created'] })
    await listen(control, { url, events: ['payment.created'], signal: stop.signal })
    expect(await control.webhooks.list()).toMatchObject([{ id: other.id }])
    expect(said).toContain(`endpoints delete ${other.id}"`)
  })

  it('following says what is wrong where nothing answers, and nothing else', async () => {
    const { control } = sandbox
    await control.propertyId()
    await sandbox.close()
    await expect(followDeliveries(control, {}).next()).rejects.toThrow('No sandbox answers')
    // What nobody waits for would fail this file.
    await new Promise((resolve) => setImmediate(resolve))
  })

  it('listen says that a sandbox which has stopped keeps the endpoint', async () => {
    let out = ''
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += String(text)
      return true
    })
    const listening = listen(sandbox.control, {
      url,
      events: ['payment.created'],
      signal: new AbortController().signal,
    })
    await vi.waitFor(() => expect(out).toContain('whsec_'), 20_000)
    const [endpoint] = await sandbox.control.webhooks.list()
    await Promise.all([
      sandbox.close(),
      expect(listening).rejects.toThrow(`npx @svc/sandbox endpoints delete ${endpoint?.id}`),
    ])
  })
})
