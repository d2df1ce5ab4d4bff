import { apiPrefix } from '@svc/models'
import { type Check, expectError, expectStatus, expectThat } from '../check.ts'

const path = `${apiPrefix}/bookings?limit=1`
const stranger = 'https://svc-conformance-stranger.example'
const friend = 'https://svc-conformance-friend.example'
const preflight = (origin: string) => ({
  method: 'OPTIONS',
  path: `${apiPrefix}/payments`,
  apiKey: null,
  headers: {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'x-api-key,content-type,idempotency-key',
  },
})

/** Browsers (spec 5.4, 7; D7). */
export const originChecks: Check[] = [
  {
    row: '7',
    title: 'an origin that is not allowed is answered with 403',
    run: async ({ probe }) =>
      expectStatus(await probe.send({ method: 'GET', path, headers: { Origin: stranger } }), 403),
  },
  {
    row: 'D7',
    title: 'an origin that is not allowed: which answer, and to its preflight',
    async run({ probe }) {
      const exchange = await probe.send({ method: 'GET', path, headers: { Origin: stranger } })
      expectError(exchange, 'origin_not_allowed')
      expectThat(
        exchange.headers['access-control-allow-origin'] === undefined,
        'the refusal allows the origin',
        exchange,
      )
      expectStatus(await probe.send(preflight(stranger)), 403)
      return '403 origin_not_allowed; preflight 403'
    },
  },
  {
    row: 'D7',
    title: 'an allowed origin gets the CORS headers, and its preflight passes without a key',
    needs: ['destructive', 'admin'],
    async run({ probe, control }) {
      if (!control) throw new Error('needs an admin token')
      const before = await control.origins.get()
      await control.origins.set([...before, friend])
      try {
        const exchange = await probe.send({ method: 'GET', path, headers: { Origin: friend } })
        expectStatus(exchange, 200)
        expectThat(
          exchange.headers['access-control-allow-origin'] === friend,
          'no Access-Control-Allow-Origin',
          exchange,
        )
        expectThat(/\borigin\b/i.test(exchange.headers['vary'] ?? ''), 'no Vary: Origin', exchange)
        const exposed = (exchange.headers['access-control-expose-headers'] ?? '').toLowerCase()
        expectThat(
          exposed.includes('x-request-id') && exposed.includes('retry-after'),
          `exposed: ${exposed}`,
          exchange,
        )
        const asked = await probe.send(preflight(friend))
        expectStatus(asked, 200, 204)
        const allowed = (asked.headers['access-control-allow-headers'] ?? '').toLowerCase()
        expectThat(
          allowed.includes('x-api-key') && allowed.includes('idempotency-key'),
          `allowed headers: ${allowed}`,
          asked,
        )
      } finally {
        await control.origins.set(before)
      }
      return 'listed origins get CORS headers'
    },
  },
]
