import { describe, expect, it } from 'vitest'
import { openStage } from '../kit/index.ts'

const pid = '11111111-1111-4111-8111-111111111111'
const own = `/properties/${pid}`
const routes = [
  ['GET', '/properties'],
  ['POST', '/properties'],
  ['PATCH', `/properties/${pid}`],
  ['GET', `${own}/api-keys`],
  ['POST', `${own}/api-keys`],
  ['DELETE', `${own}/api-keys/${pid}`],
  ['GET', `${own}/allowed-origins`],
  ['PUT', `${own}/allowed-origins`],
  ['GET', `${own}/bookings`],
  ['POST', `${own}/bookings`],
  ['GET', `${own}/bookings/${pid}`],
  ['PATCH', `${own}/bookings/${pid}`],
  ['DELETE', `${own}/bookings/${pid}`],
  ['GET', `${own}/payments`],
  ['POST', `${own}/messages`],
  ['POST', `${own}/events`],
  ['GET', `${own}/deliveries`],
  ['GET', `${own}/deliveries/${pid}`],
  ['POST', `${own}/deliveries/${pid}/resend`],
  ['POST', `${own}/deliveries/resend`],
  ['GET', `${own}/webhooks`],
  ['POST', `${own}/webhooks`],
  ['PATCH', `${own}/webhooks/${pid}`],
  ['DELETE', `${own}/webhooks/${pid}`],
  ['POST', `${own}/webhooks/${pid}/rotate-secret`],
  ['POST', `${own}/seed`],
  ['GET', '/clock'],
  ['POST', '/clock'],
  ['POST', '/clock/advance'],
  ['GET', '/faults'],
  ['POST', '/faults'],
  ['DELETE', '/faults'],
  ['DELETE', `/faults/${pid}`],
  ['GET', '/requests'],
  ['DELETE', '/requests'],
  ['GET', '/requests/stream'],
  ['POST', '/snapshots'],
  ['GET', '/snapshots'],
  ['POST', `/snapshots/${pid}/restore`],
  ['DELETE', `/snapshots/${pid}`],
  ['POST', '/reset'],
  ['GET', '/export'],
  ['POST', '/import'],
] as const

/** A body that each of these routes accepts as far as its form goes. */
const fitting: Record<string, unknown> = {
  [`PUT ${own}/allowed-origins`]: { origins: [] },
  [`PATCH ${own}/bookings/${pid}`]: { status: 'paid' },
  [`POST ${own}/messages`]: { bookingId: pid, content: 'Hi' },
  [`POST ${own}/events`]: { type: 'payment.created' },
  [`POST ${own}/deliveries/resend`]: { status: 'dead' },
  [`POST ${own}/webhooks`]: { url: 'https://example.com', events: ['payment.created'] },
  [`PATCH ${own}/webhooks/${pid}`]: { is_active: false },
  [`POST ${own}/seed`]: { bookings: 1 },
}

describe('every route of the control API', () => {
  it('wants the admin token, and says so in the form of D3', async () => {
    const { send, sandbox } = await openStage()
    const wrong = [
      {},
      { authorization: 'Bearer no' },
      { authorization: sandbox.adminToken },
      { 'x-api-key': sandbox.apiKey },
    ]
    for (const [method, path] of routes) {
      for (const headers of wrong) {
        const { status, json, headers: answered } = await send(method, `/sandbox${path}`, { headers })
        expect([method, path, status, json.code]).toEqual([method, path, 401, 'unauthorized'])
        expect(json.request_id).toBe(answered['x-request-id'])
        expect(answered['www-authenticate']).toContain('Bearer')
      }
    }
  })

  it('answers 404 for a property that is not there', async () => {
    const { admin } = await openStage()
    for (const [method, path] of routes.filter(([, route]) => route.startsWith(own))) {
      const { status, json } = await admin(method, path, { body: fitting[`${method} ${path}`] })
      expect([method, path, status, json.code]).toEqual([method, path, 404, 'not_found'])
    }
  })

  it('refuses fields and parameters that it does not know', async () => {
    const { admin, sandbox } = await openStage()
    const here = (path: string) => path.replace(pid, sandbox.propertyId)
    const bodies: [string, string, unknown][] = [
      ['POST', '/properties', { name: 'A', nmae: 'B' }],
      ['POST', here(`${own}/api-keys`), { title: 'x' }],
      ['PUT', here(`${own}/allowed-origins`), { origins: [], origin: 'x' }],
      ['POST', here(`${own}/bookings`), { staus: 'paid' }],
      ['POST', here(`${own}/bookings`), { guest: { name: 'Ada' } }],
      ['POST', here(`${own}/messages`), { bookingId: pid, content: 'x', text: 'y' }],
      ['POST', here(`${own}/events`), { type: 'payment.created', date: {} }],
      ['POST', here(`${own}/deliveries/resend`), { status: 'dead', sicne: 'x' }],
      ['POST', '/clock', { mode: 'manual', time: 1 }],
      ['POST', '/clock/advance', { seconds: 1, hours: 1 }],
      ['POST', '/import', { format: 'svc-sandbox-export' }],
    ]
    for (const [method, path, body] of bodies) {
      const { status, json } = await admin(method, path, { body })
      expect([path, status, json.code]).toEqual([path, 400, 'validation_error'])
      expect(json.details.length).toBeGreaterThan(0)
    }
    for (const path of ['/requests?limt=1', '/export?secret=true', here(`${own}/deliveries?state=dead`)]) {
      expect(await admin('GET', path)).toMatchObject({ status: 400, json: { code: 'validation_error' } })
    }
  })

  it('needs no idempotency key and is not rate limited', async () => {
    const { admin, send, sandbox } = await openStage({ rateLimit: 1 })
    for (let i = 0; i < 5; i += 1) {
      const { status, headers } = await admin('POST', `/properties/${sandbox.propertyId}/bookings`, {
        body: {},
      })
      expect([status, headers['ratelimit']]).toEqual([201, undefined])
    }
    const headers = { 'x-api-key': sandbox.apiKey }
    expect((await send('GET', '/api/v1/client/bookings', { headers })).headers['ratelimit']).toContain('r=0')
  })
})

describe('without the control API', () => {
  it('there is none, nor a dashboard', async () => {
    const { admin, send, sandbox, call } = await openStage({ control: false })
    expect((await admin('GET', '/properties')).status).toBe(404)
    expect((await send('GET', '/dashboard')).status).toBe(404)
    expect(sandbox.dashboardUrl).toBeNull()
    expect((await call('GET', '/bookings')).status).toBe(200)
  })
})
