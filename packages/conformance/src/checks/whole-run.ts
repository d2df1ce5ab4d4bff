import { apiPrefix, errorBodySchema, limits, validate } from '@svc/models'
import {
  type Check,
  type CheckContext,
  expectError,
  expectStatus,
  expectThat,
  keyed,
  Skip,
  Violation,
} from '../check.ts'
import type { Exchange } from '../exchange.ts'

/** Checks every answer that this run has seen. */
function every(context: CheckContext, message: string, test: (exchange: Exchange) => boolean): void {
  const broken = context.probe.exchanges.filter((exchange) => !test(exchange))
  if (broken.length > 0) throw new Violation(`${message} (${broken.length} answers)`, ...broken.slice(0, 3))
}

const isApi = ({ request }: Exchange) => request.path.startsWith(apiPrefix) && request.method !== 'OPTIONS'

/**
 * Errors, request ids, limits (spec 7, 8; D3, D4, D6). Runs last: it judges the whole run, and uses up the rate limit.
 */
export const wholeRunChecks: Check[] = [
  {
    row: 'D3',
    title: 'every error is application/json with code, message and request_id',
    async run(context) {
      every(context, 'an error is not in the form of D3', (exchange) => {
        if (exchange.status < 400 || exchange.request.method === 'OPTIONS') return true
        const body = validate(errorBodySchema, exchange.json)
        const id = exchange.headers['x-request-id']
        const json = /^application\/json\b/.test(exchange.headers['content-type'] ?? '')
        // A replayed error equals the first answer byte for byte, so it has the request id of the first answer.
        const replayed = exchange.headers['idempotent-replayed'] === 'true'
        return body.ok && json && (replayed || (body.value.request_id ?? id) === id)
      })
      return '{code, message, details?, request_id}'
    },
  },
  {
    row: 'D3',
    title: 'every answer carries X-Request-Id',
    async run(context) {
      every(context, 'an answer has no X-Request-Id', ({ headers }) => headers['x-request-id'] !== undefined)
      const ids = context.probe.exchanges.map(({ headers }) => headers['x-request-id'])
      expectThat(new Set(ids).size === ids.length, 'a request id came twice')
      return 'X-Request-Id'
    },
  },
  {
    row: 'D6',
    title: 'rate-limit headers on every answer',
    async run(context) {
      const first = context.probe.exchanges.find(isApi)
      if (first && !('ratelimit' in first.headers) && !('ratelimit-policy' in first.headers)) {
        throw new Skip('no RateLimit headers at all: the limit may be switched off')
      }
      every(context, 'an answer lacks rate-limit headers', (exchange) => {
        if (!isApi(exchange)) return true
        const { headers } = exchange
        return (
          /^"default";q=\d+;w=60$/.test(headers['ratelimit-policy'] ?? '') &&
          /^"default";r=\d+;t=\d+$/.test(headers['ratelimit'] ?? '') &&
          ['limit', 'remaining', 'reset'].every((name) => `x-ratelimit-${name}` in headers)
        )
      })
      return `${first?.headers['ratelimit-policy']}`
    },
  },
  {
    row: 'D4',
    title: 'a body over 1 MiB is 413',
    async run({ probe }) {
      const body = { surprise: 'x'.repeat(limits.bodyBytes) }
      const exchange = await probe
        .send({ method: 'POST', path: `${apiPrefix}/payments`, headers: keyed(), body })
        // A server that closes the connection before it has read the body has refused it too.
        .catch((error: unknown) => {
          throw new Violation(`the connection broke: ${String(error)}`)
        })
      expectError({ ...exchange, request: { ...exchange.request, body: '(1 MiB)' } }, 'payload_too_large')
      return '413 payload_too_large'
    },
  },
  {
    row: '8',
    title: 'beyond the rate limit requests are answered with 429',
    needs: ['destructive'],
    async run({ probe, control }) {
      const request = { method: 'GET', path: `${apiPrefix}/bookings?limit=1` }
      const quota = Number(
        /q=(\d+)/.exec((await probe.send(request)).headers['ratelimit-policy'] ?? '')?.[1] ?? Number.NaN,
      )
      if (Number.isNaN(quota) || quota > 1_000) throw new Skip('the limit is not known, off, or above 1000')
      let last: Exchange | undefined
      for (let sent = 0; sent <= quota && last?.status !== 429; sent++) last = await probe.sendOnce(request)
      if (!last) throw new Skip('nothing was sent')
      expectStatus(last, 429)
      expectError(last, 'rate_limited')
      expectThat(Number(last.headers['retry-after']) >= 1, 'no Retry-After', last)
      await control?.clock.advance(60)
    },
  },
]
