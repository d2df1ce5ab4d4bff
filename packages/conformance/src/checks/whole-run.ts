import { randomUUID } from 'node:crypto'
import {
  apiPrefix,
  errorBodySchema,
  errorStatuses,
  type Operation,
  validate,
  webhookAliasPrefix,
} from '@svc/models'
import { fits, isErrorInSuccess, isSuccess, operationOf } from '../causes.ts'
import type { Check, CheckContext } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { expectError, expectStatus, expectThat, fieldsOf } from '../expect.ts'
import { Skip, Violation } from '../verdict.ts'

/** Checks every answer that this run has seen. */
function every(context: CheckContext, message: string, test: (exchange: Exchange) => boolean): void {
  const wrong = context.probe.exchanges.filter((exchange) => !test(exchange))
  if (wrong.length > 0) throw violationOf(`${message} (${wrong.length} answers)`, wrong)
}

function violationOf(message: string, all: readonly Exchange[]): Violation {
  const violation = new Violation(message, ...all.slice(0, 3))
  violation.all = all
  return violation
}

/** With headers that are too large there was no request yet, so nothing of the API has answered it. */
const wasRead = ({ status }: Exchange) => status !== 431

/** In which way a body is not that of its operation. */
function formOf({ json }: Exchange, { answer }: Operation): string {
  if (json === undefined) return 'no JSON'
  for (const [name, value] of Object.entries(fieldsOf(json))) {
    if (answer && validate(answer, value).ok) return `the answer itself stands in "${name}"`
  }
  const judged = answer ? validate(answer, json) : { ok: true as const }
  return judged.ok
    ? ''
    : judged.details
        .slice(0, 3)
        .map(({ path, message }) => `${path || 'the body'} ${message}`)
        .join('; ')
}

const isApi = (exchange: Exchange) =>
  /^\/(api\/v1\/)?client\//.test(exchange.request.path) &&
  exchange.request.method !== 'OPTIONS' &&
  // A path that is not answered there is none of the API.
  !(exchange.status === 404 && exchange.request.path.startsWith(webhookAliasPrefix)) &&
  wasRead(exchange)

const hasLimits = ({ headers }: Exchange) => Object.keys(headers).some((name) => /^(x-)?ratelimit/.test(name))

const standing = (exchange: Exchange): number => Number(exchange.headers['x-ratelimit-remaining'])

/** Without a header that tells it, so many requests are tried. */
const blindRequests = 150

/**
 * Errors, headers and limits (spec 7, 8; D3, D4, D6, D7). Runs last: it judges the whole run, and uses up the rate
 * limit.
 */
export const wholeRunChecks: Check[] = [
  {
    id: 'rate-limit',
    row: '8',
    title: 'beyond the rate limit requests are answered with 429',
    needs: ['destructive'],
    async run({ probe, control }) {
      const request = { method: 'GET', path: `${apiPrefix}/bookings?limit=1` }
      const { headers } = await probe.send(request)
      const told = Number(
        /q=(\d+)/.exec(headers['ratelimit-policy'] ?? '')?.[1] ?? headers['x-ratelimit-limit'],
      )
      if (told > 1_000) throw new Skip(`the limit is ${told}; one of at most 1000 would let it run`)
      const known = !Number.isNaN(told)
      let last: Exchange | undefined
      for (let sent = 0; sent <= (known ? told : blindRequests) && last?.status !== 429; sent++) {
        last = await probe.sendOnce(request)
      }
      if (!known && last?.status !== 429) {
        throw new Skip(`${blindRequests} requests met no limit, and no header tells of one`)
      }
      if (last) expectStatus(last, 429)
      await control?.clock.advance(60)
    },
  },
  {
    id: 'answers-fit',
    row: '2',
    title: 'answers have the form of the specification',
    async run({ probe }) {
      const judged = probe.exchanges.flatMap((exchange) => {
        const asked = isSuccess(exchange) ? operationOf(exchange) : undefined
        // What these two answer is left open, and of nothing nothing can be said.
        const open = asked?.id === 'createPayment' || asked?.id === 'updatePayment'
        return asked && !open && exchange.text.length > 2 ? [{ exchange, ...asked }] : []
      })
      if (judged.length === 0) throw new Skip('no answer has anything in it; data would let it run')
      const kinds = [...Map.groupBy(judged, ({ id }) => id).values()]
      const wrong = kinds.flatMap((each) => {
        const strange = each.filter(({ exchange, operation }) => !fits(exchange, operation))
        return strange.length > each.length / 2 ? [strange] : []
      })
      // Operations that answer otherwise by themselves are the findings of their own rows.
      if (wrong.length < Math.max(2, kinds.length * 0.6)) return
      const words = wrong.flatMap(([first]) => (first ? [formOf(first.exchange, first.operation)] : []))
      const all = wrong.flat().map(({ exchange }) => exchange)
      throw violationOf(`answers have another form: ${[...new Set(words)].slice(0, 4).join('; ')}`, all)
    },
  },
  {
    id: 'error-kinds',
    row: '7',
    title: 'kinds of errors have statuses of their own',
    async run({ probe }) {
      const errors = probe.exchanges.filter(
        ({ status, request }) => status >= 400 && request.method !== 'HEAD',
      )
      const statuses = new Set(errors.map(({ status }) => status))
      // A run without writing has met wrong keys, wrong parameters and ids that exist nowhere.
      if (errors.length < 20) throw new Skip('it has met few errors; the whole run would let it run')
      if (statuses.size === 1) throw violationOf(`every error is ${[...statuses].join()}`, errors)
    },
  },
  {
    id: 'error-codes',
    row: 'D4',
    title: 'codes of errors are those of D4',
    after: ['error-form'],
    async run(context) {
      every(context, 'an error has another code', ({ status, json }) => {
        const { code } = fieldsOf(json)
        return status < 400 || typeof code !== 'string' || Object.hasOwn(errorStatuses, code)
      })
      return 'the twelve of D4'
    },
  },
  {
    id: 'error-status',
    row: '7',
    title: 'an error has a status of errors',
    async run(context) {
      every(context, 'an error is answered as a success', (exchange) => !isErrorInSuccess(exchange))
    },
  },
  {
    id: 'answers-are-json',
    row: '1',
    title: 'every body of a 2xx is JSON',
    async run(context) {
      every(
        context,
        'a body is no JSON',
        ({ status, text, json }) => status < 200 || status > 299 || text === '' || json !== undefined,
      )
    },
  },
  {
    id: 'server-errors',
    row: '7',
    title: 'no request of this run makes the server fail',
    async run(context) {
      every(context, 'a 5xx', ({ status }) => status < 500)
    },
  },
  {
    id: 'error-form',
    row: 'D3',
    title: 'every error has code, message and request_id',
    async run(context) {
      every(context, 'an error is not in the form of D3', ({ status, request, json }) => {
        if (status < 400 || request.method === 'OPTIONS' || request.method === 'HEAD') return true
        return validate(errorBodySchema, json).ok && 'request_id' in fieldsOf(json)
      })
      return '{code, message, details?, request_id}'
    },
  },
  {
    id: 'request-id',
    row: 'D3',
    title: 'every answer carries X-Request-Id, each its own, which an error repeats as request_id',
    after: ['replay-bytes'],
    async run(context) {
      every(context, 'an answer has no X-Request-Id', ({ headers }) => headers['x-request-id'] !== undefined)
      const ids = context.probe.exchanges.map(({ headers }) => headers['x-request-id'])
      expectThat(new Set(ids).size === ids.length, 'a request id came twice')
      every(context, 'request_id is not X-Request-Id', ({ status, headers, json }) => {
        const { request_id } = fieldsOf(json)
        // A replayed error equals the first answer byte for byte, so it has the request id of the first answer.
        const own = status >= 400 && request_id !== undefined && headers['idempotent-replayed'] !== 'true'
        return !own || request_id === headers['x-request-id']
      })
      return 'X-Request-Id'
    },
  },
  {
    id: 'own-request-id',
    row: 'D3',
    title: 'a request id that a caller sends is not taken over',
    async run({ probe }) {
      const id = randomUUID()
      const path = `${apiPrefix}/bookings?limit=1`
      const exchange = await probe.send({ method: 'GET', path, headers: { 'X-Request-Id': id } })
      expectThat(exchange.headers['x-request-id'] !== id, 'the id of the caller is echoed', exchange)
      return 'always made here'
    },
  },
  {
    id: 'content-type',
    row: 'D3',
    title: 'Content-Type of bodies is application/json; charset=utf-8',
    async run(context) {
      every(context, 'a body has another Content-Type', ({ text, headers }) => {
        const type = (headers['content-type'] ?? '').toLowerCase().replaceAll(' ', '')
        return text === '' || type === 'application/json;charset=utf-8'
      })
      return 'application/json; charset=utf-8'
    },
  },
  {
    id: 'no-store',
    row: 'D3',
    title: 'answers of the client API carry Cache-Control: no-store',
    async run(context) {
      every(
        context,
        'an answer may be cached',
        (exchange) => !isApi(exchange) || /\bno-store\b/.test(exchange.headers['cache-control'] ?? ''),
      )
      return 'no-store'
    },
  },
  {
    id: 'vary-origin',
    row: 'D7',
    title: 'Vary: Origin is on every answer',
    async run(context) {
      every(
        context,
        'an answer has no Vary: Origin',
        (exchange) => !wasRead(exchange) || /\borigin\b/i.test(exchange.headers['vary'] ?? ''),
      )
      return 'Vary: Origin'
    },
  },
  {
    id: 'limit-headers',
    row: 'D6',
    title: 'rate-limit headers on every answer, which say the same',
    async run(context) {
      const { exchanges } = context.probe
      const refused = exchanges.filter(({ status }) => status === 429)
      if (!exchanges.some(hasLimits)) {
        if (refused.length > 0)
          throw new Violation('there is a rate limit, but no header tells of it', ...refused.slice(0, 1))
        throw new Skip('no RateLimit headers at all: the limit may be switched off')
      }
      every(context, 'an answer lacks rate-limit headers, or they contradict each other', (exchange) => {
        if (!isApi(exchange)) return true
        const { headers } = exchange
        const policy = /^"default";q=(\d+);w=60$/.exec(headers['ratelimit-policy'] ?? '')
        const now = /^"default";r=(\d+);t=(\d+)$/.exec(headers['ratelimit'] ?? '')
        return (
          policy !== null &&
          now !== null &&
          headers['x-ratelimit-limit'] === policy[1] &&
          headers['x-ratelimit-remaining'] === now[1] &&
          headers['x-ratelimit-reset'] === now[2]
        )
      })
      return `${exchanges.find(isApi)?.headers['ratelimit-policy']}`
    },
  },
  {
    id: 'limit-falls',
    row: 'D6',
    title: 'X-RateLimit-Remaining falls with each request, whatever its answer',
    after: ['limit-headers'],
    async run({ probe }) {
      const path = `${apiPrefix}/bookings?limit=1`
      // A window may end between the three, once.
      for (let tries = 1; ; tries++) {
        const sent = [
          await probe.send({ method: 'GET', path }),
          await probe.send({ method: 'GET', path, apiKey: null }),
          await probe.send({ method: 'GET', path: `${apiPrefix}/nothing` }),
          await probe.send({ method: 'GET', path }),
        ]
        if (!sent.some(hasLimits)) throw new Skip('no RateLimit headers; with them it would run')
        const left = sent.map(standing)
        if (left.every((remaining, at) => at === 0 || remaining < (left[at - 1] ?? 0)))
          return 'every request counts'
        expectThat(tries < 3, `it went ${left.join(', ')}`, ...sent)
      }
    },
  },
  {
    id: 'rate-limited-answer',
    row: 'D6',
    title: 'a 429 is rate_limited and has Retry-After in whole seconds, until a window ends',
    needs: ['destructive'],
    after: ['error-codes', 'error-form'],
    async run({ probe }) {
      // An answer to HEAD has no body to look at.
      const refused = probe.exchanges.filter(
        ({ status, request }) => status === 429 && request.method !== 'HEAD',
      )
      const [first] = refused
      if (!first) throw new Skip('no request met the limit; with one it would run')
      const after = Number(first.headers['retry-after'])
      expectThat(
        Number.isInteger(after) && after >= 1 && after <= 60,
        'no Retry-After in seconds up to a minute',
        first,
      )
      expectError(first, 'rate_limited')
      return '429 rate_limited, Retry-After'
    },
  },
]
