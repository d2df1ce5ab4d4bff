import { apiPrefix } from '@svc/models'
import type { Check, CheckContext } from '../check.ts'
import { expectError, expectStatus, expectThat } from '../expect.ts'
import { Skip } from '../verdict.ts'

const path = `${apiPrefix}/bookings?limit=1`
const stranger = 'https://svc-conformance-stranger.example'
const friend = 'https://svc-conformance-friend.example'

const preflight = (origin: string) => ({
  method: 'OPTIONS',
  path: `${apiPrefix}/payments`,
  apiKey: null,
  headers: {
    Origin: origin,
    // Browsers send none.
    'Content-Type': null,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'x-api-key,content-type,idempotency-key',
  },
})

/** Runs a part with an origin that the property lists. @throws Skip when the run knows none */
async function withOrigin(
  { control, destructive, origin }: CheckContext,
  run: (origin: string) => Promise<string>,
): Promise<string> {
  if (origin) return run(origin)
  if (!control || !destructive) {
    throw new Skip('needs --origin with one that the property lists, or --destructive and --admin-token')
  }
  const before = await control.origins.get()
  await control.origins.set([...before, friend])
  try {
    return await run(friend)
  } finally {
    await control.origins.set(before)
  }
}

/** Browsers (spec 5.4, 7; D7). */
export const originChecks: Check[] = [
  {
    id: 'strange-origin',
    row: '7',
    title: 'an origin that is not allowed is answered with 403',
    async run({ probe }) {
      for (const origin of [stranger, 'null']) {
        expectStatus(await probe.send({ method: 'GET', path, headers: { Origin: origin } }), 403)
      }
    },
  },
  {
    id: 'strange-origin-answer',
    row: 'D7',
    title: 'an origin that is not allowed is 403 origin_not_allowed without CORS headers, its preflight too',
    after: ['strange-origin'],
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
    id: 'allowed-origin',
    row: 'D7',
    title: 'an allowed origin gets the CORS headers',
    after: ['strange-origin'],
    run: (context) =>
      withOrigin(context, async (origin) => {
        const exchange = await context.probe.send({ method: 'GET', path, headers: { Origin: origin } })
        expectStatus(exchange, 200)
        const { headers } = exchange
        expectThat(
          headers['access-control-allow-origin'] === origin,
          'no Access-Control-Allow-Origin',
          exchange,
        )
        expectThat(!('access-control-allow-credentials' in headers), 'it allows credentials', exchange)
        const exposed = (headers['access-control-expose-headers'] ?? '').toLowerCase()
        for (const name of ['x-request-id', 'retry-after', 'idempotent-replayed', 'ratelimit']) {
          expectThat(exposed.includes(name), `${name} is not exposed`, exchange)
        }
        return 'listed origins get CORS headers'
      }),
  },
  {
    id: 'allowed-preflight',
    row: 'D7',
    title: 'the preflight of an allowed origin is 204 without a key, and names methods and headers',
    after: ['strange-origin'],
    run: (context) =>
      withOrigin(context, async (origin) => {
        const asked = await context.probe.send(preflight(origin))
        expectStatus(asked, 204)
        const allowed = (name: string) => (asked.headers[`access-control-allow-${name}`] ?? '').toLowerCase()
        expectThat(allowed('origin') === origin, 'no Access-Control-Allow-Origin', asked)
        for (const name of ['x-api-key', 'content-type', 'idempotency-key']) {
          expectThat(allowed('headers').includes(name), `${name} is not among the allowed headers`, asked)
        }
        for (const method of ['get', 'post', 'patch', 'delete']) {
          expectThat(allowed('methods').includes(method), `${method} is not among the allowed methods`, asked)
        }
        return '204'
      }),
  },
]
