import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { kinds, openApi } from '../kit/index.ts'

const app = 'https://app.example.com'

describe.each(kinds)('rate limit on %s', (kind) => {
  it('every answer of the client API carries the limit, whatever its status', async () => {
    await using harness = await openApi(kind, { rateLimit: 120 })
    const hostel = await harness.tenant()
    await hostel.allow(app)
    const preflight = { origin: app, 'access-control-request-method': 'GET' }
    const answers = [
      await hostel.call('GET', '/payments'),
      await hostel.call('GET', '/payments', { headers: { 'x-api-key': null } }),
      await hostel.call('GET', '/payments', { headers: { origin: 'https://evil.example' } }),
      await hostel.call('GET', `/bookings/${randomUUID()}`),
      await hostel.call('GET', '/nowhere'),
      await hostel.call('POST', '/payments', { body: '{' }),
      await hostel.call('POST', '/payments', { body: '{', headers: { 'content-type': null } }),
      await harness.send('OPTIONS', '/api/v1/client/payments', { headers: preflight }),
      await harness.send('GET', '/client/webhooks'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 403, 404, 404, 400, 415, 204, 401])
    for (const [index, { headers }] of answers.entries()) {
      const remaining = String(119 - index)
      expect(headers).toMatchObject({
        'ratelimit-policy': '"default";q=120;w=60',
        ratelimit: expect.stringMatching(new RegExp(`^"default";r=${remaining};t=\\d+$`)),
        'x-ratelimit-limit': '120',
        'x-ratelimit-remaining': remaining,
        'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
      })
    }
  })

  it('beyond the limit it is 429 with Retry-After, before anything else is looked at', async () => {
    await using harness = await openApi(kind, { rateLimit: 3 })
    const hostel = await harness.tenant()
    await hostel.allow(app)
    for (let index = 0; index < 3; index++) expect((await hostel.call('GET', '/payments')).status).toBe(200)
    for (const headers of [{}, { 'x-api-key': 'wrong' }, { origin: app }] as Record<string, string>[]) {
      const { status, json, headers: answered } = await hostel.call('GET', '/payments', { headers })
      expect([status, json.code]).toEqual([429, 'rate_limited'])
      expect(answered['x-ratelimit-remaining']).toBe('0')
      const seconds = Number(answered['retry-after'])
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60)
      expect(answered['access-control-allow-origin']).toBe(headers['origin'])
    }
    expect((await harness.send('GET', '/healthz')).status).toBe(200)
    await harness.advance(60)
    expect((await hostel.call('GET', '/payments')).status).toBe(200)
  })

  it('a 429 is not stored: the key can be used again', async () => {
    await using harness = await openApi(kind, { rateLimit: 1 })
    const hostel = await harness.tenant()
    const request = {
      body: { amount: '1', paymentMethod: 'Cash', type: 'income' },
      headers: { 'idempotency-key': randomUUID() },
    }
    await hostel.call('GET', '/payments')
    expect((await hostel.call('POST', '/payments', request)).status).toBe(429)
    await harness.advance(60)
    expect((await hostel.call('POST', '/payments', request)).status).toBe(201)
  })
})

it.each([
  ['real', /Try again in \d+ s\.$/],
  [
    'manual',
    /The clock of this sandbox is manual: advance it by \d+ s, or start it with the rate limit off\.$/,
  ],
] as const)('on a %s clock it says what helps', async (clock, words) => {
  await using sandbox = await startSandbox({ rateLimit: 1, clock })
  const ask = () =>
    fetch(`${sandbox.url}/api/v1/client/payments`, { headers: { 'x-api-key': sandbox.apiKey } })
  let refused = await ask()
  // Another minute may begin in between.
  for (let more = 0; refused.status === 200 && more < 3; more++) refused = await ask()
  expect([refused.status, await refused.json()]).toEqual([
    429,
    expect.objectContaining({ message: expect.stringMatching(words) }),
  ])
})

describe('behind proxies', () => {
  /** What is left for the caller whom these addresses name, the last of them by the proxy in front. */
  async function leftFor(trusted: object, addresses: readonly string[]): Promise<string[]> {
    await using sandbox = await startSandbox({ rateLimit: 9, clock: 'manual', ...trusted })
    const left: string[] = []
    for (const address of addresses) {
      const { headers } = await fetch(`${sandbox.url}/api/v1/client/bookings`, {
        headers: { 'X-API-Key': sandbox.apiKey, 'X-Forwarded-For': address },
      })
      left.push(headers.get('x-ratelimit-remaining') ?? '')
    }
    return left
  }

  it('whoever writes addresses of his own is counted by that which the proxy has added', async () => {
    const spoofed = [
      '192.0.2.1, 203.0.113.9',
      '192.0.2.2, 203.0.113.9',
      '203.0.113.9',
      '192.0.2.1, 203.0.113.8',
    ]
    expect(await leftFor({ trustProxy: true }, spoofed)).toEqual(['8', '7', '6', '8'])
  })

  it('with several, by that which the first of them has added', async () => {
    const chains = [
      '192.0.2.1, 203.0.113.9, 10.0.0.1',
      '192.0.2.2, 203.0.113.9, 10.0.0.2',
      '203.0.113.8, 10.0.0.1',
    ]
    expect(await leftFor({ trustProxy: true, trustedProxies: 2 }, chains)).toEqual(['8', '7', '8'])
  })

  it('that nobody has announced are not believed', async () => {
    for (const trusted of [{}, { trustedProxies: 2 }])
      expect(await leftFor(trusted, ['203.0.113.8', '203.0.113.9'])).toEqual(['8', '7'])
  })
})
