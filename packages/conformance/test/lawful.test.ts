import { describe, expect, it } from 'vitest'
import {
  answersOf,
  asking,
  eachOf,
  endpointsAtMost,
  header,
  isOf,
  parse,
  querying,
} from './mutants/mutant.ts'
import { type Bend, type Inside, type Request, runExample } from './support/example.ts'

/** An error in another form. */
const errorsAs = (
  form: (body: { code: string; message: string }, status: number) => unknown,
  type = 'application/json',
): Bend => ({
  answer(answer) {
    if (answer.status < 400 || answer.body === '') return undefined
    const body = JSON.stringify(form(parse(answer.body), answer.status))
    return { ...answer, body, headers: { ...answer.headers, 'Content-Type': type } }
  },
})

/** Answers as to a path that does not exist, with another status. */
const refusing = (status: number, when: (request: Request, inside: Inside) => boolean): Bend => ({
  request: (request, inside) =>
    when(request, inside)
      ? { ...inside.ask({ ...request, path: '/api/v1/client/nothing' }), status }
      : inside.ask(request),
})

let turns = 0

/** Servers that keep the specification, and decide otherwise where it is silent: the decisions that differ then. */
const lawful: [string, Bend, readonly string[]][] = [
  [
    'validation errors are 422',
    answersOf(undefined, 400, (answer) =>
      answer.body.includes('validation_error') ? { ...answer, status: 422 } : undefined,
    ),
    ['D4'],
  ],
  ['errors in an envelope', errorsAs(({ code, message }) => ({ error: { code, message } })), ['D3']],
  [
    'errors as problem+json',
    errorsAs(
      ({ code, message }, status) => ({
        type: `https://api.example.com/problems/${code}`,
        title: code,
        status,
        detail: message,
      }),
      'application/problem+json',
    ),
    ['D3'],
  ],
  [
    'Content-Type is demanded on all requests',
    refusing(415, ({ method, headers }) => method !== 'OPTIONS' && headers['content-type'] === undefined),
    ['D20'],
  ],
  [
    'webhooks are under /client/webhooks alone',
    refusing(404, ({ path }) => path.startsWith('/api/v1/client/webhooks')),
    ['D1'],
  ],
  [
    'limit is at most 50',
    {
      request: (request, { ask }) =>
        ask(
          isOf(request, 'listBookings') &&
            Number(new URLSearchParams(request.path.split('?')[1]).get('limit')) > 50
            ? { ...request, path: '/api/v1/client/bookings?limit=0' }
            : request,
        ),
    },
    ['D8'],
  ],
  ['a 429 has no Retry-After', header('Retry-After'), ['D6']],
  [
    'creating answers with the id alone',
    {
      answer: (answer, request) =>
        isOf(request, 'createPayment') && answer.status === 201
          ? { ...answer, body: JSON.stringify({ id: parse(answer.body).id }) }
          : undefined,
    },
    ['D2'],
  ],
  [
    'creating and updating answer with nothing',
    {
      answer: (answer, request) =>
        (isOf(request, 'createPayment') || isOf(request, 'updatePayment')) && answer.status < 300
          ? { ...answer, body: '' }
          : undefined,
    },
    ['D2'],
  ],
  [
    'names of webhook URLs are looked up',
    {
      request: (request, { ask }) =>
        ask(
          isOf(request, 'createWebhook') &&
            String(parse(request.body)?.url).includes('svc-conformance.example.com')
            ? { ...request, body: request.body.replace('https:', 'ftp:') }
            : request,
        ),
    },
    [],
  ],
  [
    'answers have more fields',
    {
      answer: (answer, request) =>
        request.method === 'GET' && answer.status === 200
          ? { ...answer, body: answer.body.replaceAll('"id":', '"currency":"EUR","id":') }
          : undefined,
    },
    ['D2'],
  ],
  [
    'times without milliseconds',
    { answer: (answer) => ({ ...answer, body: answer.body.replaceAll(/\.\d{3}Z"/g, 'Z"') }) },
    [],
  ],
  [
    'times with +00:00',
    { answer: (answer) => ({ ...answer, body: answer.body.replaceAll(/(\d)Z"/g, '$1+00:00"') }) },
    [],
  ],
  [
    'amounts with two decimals',
    {
      answer: (answer, request) =>
        request.path.includes('/payments')
          ? { ...answer, body: answer.body.replaceAll(/("amount":"\d+\.\d\d)00"/g, '$1"') }
          : undefined,
    },
    ['D9'],
  ],
  [
    'what is not linked is absent',
    eachOf('listPayments', (payment) => {
      for (const name of ['bid', 'gid', 'description']) if (payment[name] === null) delete payment[name]
    }),
    ['D10', 'D2'],
  ],
  [
    'bookings by their ids',
    {
      data: (data) =>
        data.bookings
          .splice(0, 100, ...data.bookings.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
          .forEach((booking) => (booking.created = booking.updated = '2026-04-01T09:30:00.000Z')),
    },
    [],
  ],
  [
    'no headers of the rate limit, and none',
    {
      perMinute: 1_000_000,
      answer: (answer) => ({
        ...answer,
        headers: Object.fromEntries(
          Object.entries(answer.headers).filter(([name]) => !/ratelimit/i.test(name)),
        ),
      }),
    },
    [],
  ],
  [
    'no header that the specification does not name',
    { answer: (answer) => ({ ...answer, headers: { 'Content-Type': 'application/json' } }) },
    ['D3', 'D5', 'D6', 'D7'],
  ],
  ['a missing key is 403', answersOf(undefined, 401, { status: 403 }), ['D4']],
  ['unknown parameters are ignored', querying('listBookings', (query) => query.delete('surprise')), ['D8']],
  [
    'no reading of a body is bounded',
    asking(({ body }) => (body.length > 1_048_576 ? { body: '{"surprise":1}' } : undefined)),
    ['D4'],
  ],
  ['endpoints are created with 200', answersOf('createWebhook', 201, { status: 200 }), ['D2']],
  ['a property has at most three endpoints', endpointsAtMost(3), ['D12']],
  [
    'events of an endpoint in the order of the alphabet',
    {
      answer: (answer, request) => {
        if (!request.path.includes('/webhooks') || answer.status >= 300) return undefined
        const body = answer.body.replaceAll(/"events":(\[[^\]]*\])/g, (_, list: string) => {
          const events = parse(list).toSorted().toReversed()
          return `"events":${JSON.stringify(events)}`
        })
        return { ...answer, body }
      },
    },
    [],
  ],
  [
    'some first attempts are late on a busy machine',
    { delay: (ms) => (ms > 0 ? ms : turns++ % 4 === 0 ? 3_000 : 400) },
    [],
  ],
  [
    'a deleted payment cannot be deleted again',
    refusing(
      404,
      (request, { data }) =>
        isOf(request, 'deletePayment') &&
        data.payments.some(({ id, status }) => !status && request.path.endsWith(id)),
    ),
    ['D10'],
  ],
  [
    'signatures in upper case',
    {
      attempt: (attempt) =>
        void (attempt.headers['X-SVC-Signature'] = (attempt.headers['X-SVC-Signature'] ?? '').replace(
          /=.*/,
          (hex) => hex.toUpperCase(),
        )),
    },
    ['D14'],
  ],
  [
    'deliveries wait as pending',
    eachOf('listDeliveries', (record) => {
      if (record['status'] === 'failed') record['status'] = 'pending'
    }),
    ['D13'],
  ],
  [
    'deliveries with a charset',
    { attempt: (attempt) => void (attempt.headers['Content-Type'] = 'application/json; charset=utf-8') },
    [],
  ],
  [
    'an idempotency key of any form',
    asking(({ headers }) => ({
      headers:
        headers['idempotency-key'] && headers['idempotency-key'].length < 36
          ? { ...headers, 'idempotency-key': crypto.randomUUID() }
          : headers,
    })),
    ['D5'],
  ],
  [
    'dates before and after match',
    {
      request: (request, { ask, data }) => {
        const query = new URLSearchParams(request.path.split('?')[1])
        const [start, end] = [query.get('start_date'), query.get('end_date')]
        const answer = ask(request)
        if (!isOf(request, 'listBookings') || answer.status !== 200 || !start || !end) return answer
        const kept = data.bookings.filter(
          ({ stay_dates }) =>
            stay_dates.some(({ date }) => date >= start) && stay_dates.some(({ date }) => date <= end),
        )
        return {
          ...answer,
          body: JSON.stringify({ results: kept, total_count: kept.length, total_pages: 1, current_page: 1 }),
        }
      },
    },
    ['D8'],
  ],
  [
    'payments are changed with PUT',
    refusing(404, (request) => isOf(request, 'updatePayment')),
    ['D2', 'D4', 'D5', 'D10', 'D20'],
  ],
]

describe('a server that keeps the specification', () => {
  it('holds every row, and leaves nothing behind', async () => {
    const { rows, summary, left } = await runExample()
    expect(rows.filter(({ outcome }) => outcome === 'broken' || outcome === 'differs')).toEqual([])
    expect(summary.held).toBeGreaterThan(140)
    expect(left).toEqual([])
    const skipped = rows.filter(({ outcome }) => outcome === 'skipped').map(({ reason }) => reason)
    expect(new Set(skipped)).toEqual(new Set(['needs --admin-token', 'plain http on loopback (D16)']))
  })

  it.each(lawful)('is not accused: %s', async (_name, bend, decisions) => {
    const { rows, summary } = await runExample(bend)
    expect(rows.filter(({ outcome }) => outcome === 'broken')).toEqual([])
    const differing = rows.filter(({ outcome }) => outcome === 'differs')
    for (const { row, id, answer } of differing) {
      expect(decisions, `${id}: ${answer}`).toContain(row)
      // The server's own answer.
      expect(answer).toMatch(/\S/)
    }
    expect(differing.length > 0).toBe(decisions.length > 0)
    expect(summary.held).toBeGreaterThan(100)
  })
})
