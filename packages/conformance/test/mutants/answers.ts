import { answering, answersOf, header, isOf, type Json, type Mutant, parse } from './mutant.ts'

const operations: [string, number, readonly string[]][] = [
  ['listBookings', 200, ['bookings-list']],
  ['getBooking', 200, ['booking-detail']],
  ['listPayments', 200, ['payments-list']],
  ['createPayment', 201, ['payment-created']],
  ['updatePayment', 200, ['payment-updated']],
  ['deletePayment', 204, ['payment-deleted']],
  ['listWebhooks', 200, ['endpoints-list']],
  ['createWebhook', 201, ['endpoint-created', 'endpoint-status']],
  ['updateWebhook', 200, ['endpoint-updated']],
  ['deleteWebhook', 204, ['endpoint-deleted']],
  ['listDeliveries', 200, ['deliveries-list', 'endpoint-deleted']],
]

/** What a status of an error means, and which checks look at it. */
const errors: [number, string, readonly string[]][] = [
  [400, 'bad_request', ['idempotency-key-required', 'no-json', 'idempotency-key-form']],
  [400, 'validation_error', ['faults-named', 'amount-forms', 'number-amount-words', 'unknown-fields']],
  [401, 'unauthorized', ['key-first']],
  [403, 'origin_not_allowed', ['strange-origin-answer', 'strange-origin']],
  [404, 'not_found', ['not-found']],
  [413, 'payload_too_large', ['body-size']],
  [415, 'unsupported_media_type', ['json-type']],
  [422, 'idempotency_key_reused', ['reused-code']],
  [429, 'rate_limited', ['rate-limited-answer']],
]

const headers: [string, readonly string[]][] = [
  ['X-Request-Id', ['request-id']],
  ['Vary', ['vary-origin']],
  ['Cache-Control', ['no-store']],
  ['Content-Type', ['content-type']],
  ['RateLimit-Policy', ['limit-headers']],
  ['RateLimit', ['limit-headers']],
  ['X-RateLimit-Limit', ['limit-headers']],
  ['X-RateLimit-Remaining', ['limit-headers', 'limit-falls']],
  ['X-RateLimit-Reset', ['limit-headers']],
  ['Retry-After', ['rate-limited-answer']],
  ['Idempotent-Replayed', ['replay-bytes']],
  ['Access-Control-Allow-Origin', ['allowed-origin']],
  ['Access-Control-Expose-Headers', ['allowed-origin']],
  ['Access-Control-Allow-Headers', ['allowed-preflight']],
  ['Access-Control-Allow-Methods', ['allowed-preflight']],
]

const detail = (change: (details: { path: string; message: string }[]) => unknown): Mutant['bend'] =>
  answersOf(undefined, 400, (answer) => {
    const body = parse(answer.body)
    if (!body?.details) return undefined
    return { ...answer, body: JSON.stringify({ ...body, details: change(body.details) }) }
  })

/** Statuses, codes and headers. */
export const answerFaults: Mutant[] = [
  ...operations.flatMap(([operation, status, found]): Mutant[] => [
    {
      name: `${operation} fails`,
      bend: answersOf(operation, status, { status: 500, body: '' }),
      found: [...found, 'server-errors'],
    },
    {
      name: `${operation} answers ${status === 200 ? 202 : 200}`,
      bend: answersOf(operation, status, { status: status === 200 ? 202 : 200 }),
      found,
    },
    ...(status === 204
      ? [
          {
            name: `${operation} answers 204 with a body`,
            bend: answersOf(operation, 204, { body: '{}' }),
            found,
          },
        ]
      : [
          {
            name: `${operation} answers with no JSON`,
            bend: answersOf(operation, status, { body: '<ok/>' }),
            found: [...found, 'answers-are-json'],
          },
          {
            name: `${operation} answers with nothing`,
            bend: answersOf(operation, status, { body: '' }),
            found: [...found, 'create-answer'],
          },
          {
            name: `${operation} wraps its answer`,
            bend: answering(operation, (body) => ({ data: body })),
            found: [...found, 'create-answer'],
          },
        ]),
  ]),
  ...errors.flatMap(([status, code, found]): Mutant[] => {
    const hit = (change: (body: Json) => object) =>
      answersOf(undefined, status, (answer) => {
        const body = parse(answer.body)
        return body?.code === code ? { ...answer, ...change(body) } : undefined
      })
    return [
      {
        name: `${code} with another status`,
        bend: hit(() => ({ status: status === 400 ? 418 : 400 })),
        found: [
          ...found,
          'no-key',
          'wrong-key',
          'missing-is-404',
          'strange-origin',
          'rate-limit',
          'validation-status',
          'unknown-parameters',
        ],
      },
      {
        name: `${code} with another code`,
        bend: hit((body) => ({ body: JSON.stringify({ ...body, code: 'oops' }) })),
        found: [...found, 'error-codes', 'unknown-parameters'],
      },
    ]
  }),
  ...headers.flatMap(([name, found]): Mutant[] => [
    { name: `no ${name}`, bend: header(name), found },
    {
      name: `another ${name}`,
      bend: header(name, (_value, { path }) => (path.length % 2 ? 'x' : 'y')),
      found,
    },
  ]),
  {
    name: 'request ids come twice',
    bend: header('X-Request-Id', () => '7b1c3a52-8f5e-4d6a-9a0e-000000000000'),
    found: ['request-id'],
  },
  {
    name: 'the request id of the caller is echoed',
    bend: {
      answer: (answer, { headers: { 'x-request-id': id } }) =>
        id ? { ...answer, headers: { ...answer.headers, 'X-Request-Id': id } } : undefined,
    },
    found: ['own-request-id'],
  },
  { name: 'no charset', bend: header('Content-Type', () => 'application/json'), found: ['content-type'] },
  {
    name: 'latin1',
    bend: header('Content-Type', () => 'application/json; charset=latin1'),
    found: ['content-type'],
  },
  {
    name: 'private in place of no-store',
    bend: header('Cache-Control', () => 'private, max-age=60'),
    found: ['no-store'],
  },
  {
    name: 'reads may be cached',
    bend: header('Cache-Control', (value, { method }) => (method === 'GET' ? undefined : value)),
    found: ['no-store'],
  },
  { name: 'Vary without Origin', bend: header('Vary', () => 'Accept-Encoding'), found: ['vary-origin'] },
  {
    name: 'remaining never falls',
    bend: {
      answer: (answer) => ({
        ...answer,
        headers: {
          ...answer.headers,
          RateLimit: '"default";r=119;t=30',
          'X-RateLimit-Remaining': '119',
          'X-RateLimit-Reset': '30',
        },
      }),
    },
    found: ['limit-falls'],
  },
  {
    name: 'a rate limit without headers',
    bend: {
      answer: (answer) => ({
        ...answer,
        headers: Object.fromEntries(
          Object.entries(answer.headers).filter(([name]) => !/ratelimit/i.test(name)),
        ),
      }),
    },
    found: ['limit-headers'],
  },
  {
    name: 'a limit that is told and not kept',
    bend: {
      perMinute: 1_000_000,
      answer: (answer) => ({
        ...answer,
        headers: {
          ...answer.headers,
          'RateLimit-Policy': '"default";q=120;w=60',
          'X-RateLimit-Limit': '120',
        },
      }),
    },
    found: ['rate-limit'],
  },
  {
    name: 'refused requests do not count',
    bend: {
      request: (request, { ask }) =>
        request.headers['x-api-key']
          ? ask(request)
          : {
              status: 401,
              headers: {
                'X-Request-Id': crypto.randomUUID(),
                Vary: 'Origin',
                'Cache-Control': 'no-store',
                'Content-Type': 'application/json; charset=utf-8',
                'RateLimit-Policy': '"default";q=120;w=60',
                RateLimit: '"default";r=119;t=9',
                'X-RateLimit-Limit': '120',
                'X-RateLimit-Remaining': '119',
                'X-RateLimit-Reset': '9',
              },
              body: '{"code":"unauthorized","message":"no","request_id":"x"}',
            },
    },
    found: ['limit-falls', 'request-id'],
  },
  {
    name: 'Retry-After is a date',
    bend: header('Retry-After', () => 'Mon, 01 Jun 2026 12:00:00 GMT'),
    found: ['rate-limited-answer'],
  },
  {
    name: 'Retry-After of an hour',
    bend: header('Retry-After', () => '3600'),
    found: ['rate-limited-answer'],
  },
  {
    name: 'errors as text',
    bend: { answer: (answer) => (answer.status >= 400 ? { ...answer, body: 'no' } : undefined) },
    found: ['error-form', 'idempotency-key-required'],
  },
  {
    name: 'errors without request_id',
    bend: {
      answer: (answer) => {
        const { request_id: _id, ...body } = parse(answer.body) ?? {}
        return answer.status >= 400 ? { ...answer, body: JSON.stringify(body) } : undefined
      },
    },
    found: ['error-form'],
  },
  {
    name: 'errors with another request_id',
    bend: {
      answer: (answer) =>
        answer.status >= 400
          ? { ...answer, body: JSON.stringify({ ...parse(answer.body), request_id: 'another' }) }
          : undefined,
    },
    found: ['request-id'],
  },
  {
    name: 'other words for a missing key',
    bend: {
      answer: (answer) => ({
        ...answer,
        body: answer.body.replace('Idempotency-Key header is required', 'Idempotency-Key is missing'),
      }),
    },
    found: ['idempotency-key-required'],
  },
  {
    name: 'details name no path',
    bend: detail((details) => details.map(({ message }) => ({ path: '', message }))),
    found: ['faults-named', 'unknown-parameters', 'unknown-fields'],
  },
  {
    name: 'only the first fault is named',
    bend: detail((details) => details.slice(0, 1)),
    found: ['faults-named'],
  },
  {
    name: 'no details',
    bend: detail(() => undefined),
    found: ['faults-named', 'unknown-parameters', 'unknown-fields'],
  },
  {
    name: 'paths as JSON pointers',
    bend: detail((details) => details.map(({ path, message }) => ({ path: `/${path}`, message }))),
    found: ['faults-named', 'unknown-parameters'],
  },
  {
    name: 'numbers are refused without a word about strings',
    bend: detail((details) => details.map(({ path }) => ({ path, message: 'is wrong' }))),
    found: ['number-amount-words'],
  },
  {
    name: 'places of arrays in brackets',
    bend: detail((details) =>
      details.map(({ path, message }) => ({ path: path.replace(/\.(\d+)/, '[$1]'), message })),
    ),
    found: ['event-lists'],
  },
  {
    name: 'the refusal allows the origin',
    bend: {
      answer: (answer, { headers: { origin } }) =>
        origin
          ? { ...answer, headers: { ...answer.headers, 'Access-Control-Allow-Origin': origin } }
          : undefined,
    },
    found: ['strange-origin-answer'],
  },
  {
    name: 'credentials are allowed',
    bend: {
      answer: (answer, { headers: { origin } }) =>
        origin
          ? { ...answer, headers: { ...answer.headers, 'Access-Control-Allow-Credentials': 'true' } }
          : undefined,
    },
    found: ['allowed-origin'],
  },
  {
    name: 'preflights are 200',
    bend: {
      answer: (answer, { method }) =>
        method === 'OPTIONS' && answer.status === 204 ? { ...answer, status: 200 } : undefined,
    },
    found: ['allowed-preflight'],
  },
  {
    name: 'preflights need a key',
    bend: { answer: (answer, { method }) => (method === 'OPTIONS' ? { ...answer, status: 401 } : undefined) },
    found: ['allowed-preflight', 'strange-origin-answer'],
  },
  {
    name: 'HEAD is not known',
    bend: { answer: (answer, { method }) => (method === 'HEAD' ? { ...answer, status: 404 } : undefined) },
    found: ['no-405'],
  },
  {
    name: 'methods are 405',
    bend: { answer: (answer, { method }) => (method === 'PUT' ? { ...answer, status: 405 } : undefined) },
    found: ['no-405'],
  },
  {
    name: 'an endpoint that is gone is 400',
    bend: {
      answer: (answer, request) =>
        answer.status === 404 && isOf(request, 'listDeliveries') ? { ...answer, status: 400 } : undefined,
    },
    found: ['missing-is-404', 'endpoint-deleted'],
  },
  {
    name: 'a payment that does not exist is deleted with 204',
    bend: answersOf('deletePayment', 404, { status: 204, body: '' }),
    found: ['missing-is-404'],
  },
  {
    name: 'an endpoint that does not exist is deleted with 204',
    bend: answersOf('deleteWebhook', 404, { status: 204, body: '' }),
    found: ['missing-is-404', 'endpoint-deleted'],
  },
  {
    name: 'headers of any size',
    bend: {
      request: (request, { ask }) => {
        const { 'x-padding': _padding, ...kept } = request.headers
        return ask({ ...request, headers: kept })
      },
    },
    found: ['header-size'],
  },
  {
    name: 'headers that are too large are 400',
    bend: answersOf(undefined, 431, { status: 400 }),
    found: ['header-size'],
  },
  {
    name: 'headers that are too large are 431 without a word',
    bend: answersOf(undefined, 431, { body: '' }),
    found: ['header-size', 'error-form'],
  },
]
