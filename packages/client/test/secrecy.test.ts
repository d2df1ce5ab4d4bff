import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { SvcClient, type SvcClientOptions, type SvcError } from '../src/index.ts'
import { apiKey, newPayment, payment } from './support/data.ts'
import { hastyRuntime } from './support/runtime.ts'
import { deadPort, json, serve, serveRaw } from './support/server.ts'

/** Everything of a value that could end up in a log. */
function everything(value: unknown): string {
  const texts = [inspect(value, { depth: null, showHidden: true, getters: true, maxStringLength: null })]
  texts.push(String(value), JSON.stringify(value) ?? '')
  for (let error = value; error instanceof Error; error = error.cause)
    texts.push(error.stack ?? '', error.message)
  return texts.join('\n')
}

const names = ['request', 'response', 'error', 'retry'].map((name) => `svc:client:${name}`)

/** Runs calls while every hook and channel writes down all that it is told. */
async function overhear(url: string, options: Partial<SvcClientOptions> = {}) {
  const heard: unknown[] = []
  const listen = (message: unknown) => void heard.push(message)
  for (const name of names) subscribe(name, listen)
  const hooks = { onRequest: listen, onResponse: listen, onRetry: listen }
  const svc = new SvcClient(
    { baseUrl: url, apiKey, hooks, maxRetries: 1, timeoutMs: 100, ...options },
    hastyRuntime,
  )
  const results = await Promise.allSettled([
    svc.payments.create(newPayment),
    svc.payments.list(),
    svc.payments.delete(payment.id),
    svc.bookings.get('..'),
    svc.payments.create({ amount: 5 } as never),
  ])
  const whileOpen = everything(svc)
  await svc.close()
  for (const name of names) unsubscribe(name, listen)
  return {
    results,
    text: [whileOpen, everything(svc), ...heard.map(everything), ...results.map(everything)].join('\n'),
  }
}

function refusalOf(key: string): unknown {
  try {
    return new SvcClient({ baseUrl: 'https://api.example.com', apiKey: key })
  } catch (error) {
    return error
  }
}

describe('the API key is in no text', () => {
  it('of a client, its parts, or anything that works', async () => {
    await using server = await serve((_request, response, { method }) =>
      json(response, method === 'POST' ? 201 : 200, method === 'GET' ? [payment] : payment),
    )
    const { text } = await overhear(server.url)
    expect(text).toContain('SvcClient')
    expect(text).not.toContain(apiKey)
    expect(server.seen[0]?.headers['x-api-key']).toBe(apiKey)
  })

  it('of errors of a server that echoes the whole request', async () => {
    await using server = await serve((_request, response, { headers }) => {
      const echo = {
        code: `x-${apiKey}`,
        message: `bad ${apiKey}`,
        details: [{ path: apiKey, message: apiKey }],
      }
      const body = { ...echo, request_id: apiKey, headers }
      json(response, 400, body, { 'x-echo': apiKey, 'x-request-id': apiKey })
    })
    const { text, results } = await overhear(server.url)
    expect((results[0] as PromiseRejectedResult).reason.message).toContain('[redacted]')
    expect(text).not.toContain(apiKey)
  })

  it.each([
    ['HTML', 500, `<title>${apiKey}</title>`],
    ['a broken 2xx', 200, `{"a":"${apiKey}`],
  ])('of errors of a server that echoes it in %s', async (_name, status, body) => {
    await using server = await serve((_request, response) => void response.writeHead(status).end(body))
    expect((await overhear(server.url)).text).not.toContain(apiKey)
  })

  it('of errors of a server that echoes it below HTTP', async () => {
    await using server = await serveRaw((socket, request) => socket.end(`${request}\r\n\r\n`))
    expect((await overhear(server.url)).text).not.toContain(apiKey)
  })

  it('of errors of connections and time limits', async () => {
    expect((await overhear(`http://127.0.0.1:${await deadPort()}`)).text).not.toContain(apiKey)
    await using server = await serve(() => {})
    expect((await overhear(server.url)).text).not.toContain(apiKey)
  })

  it('of an error that refuses the key itself', () => {
    for (const bad of [`${apiKey}\r\nx: y`, `${apiKey} `, `${apiKey}é`]) {
      const error = refusalOf(bad)
      expect((error as SvcError).code).toBe('invalid_option')
      expect(everything(error)).not.toContain(apiKey)
    }
  })

  it('of the names of channels', () => {
    for (const name of names) expect(channel(name).name).toBe(name)
  })
})
