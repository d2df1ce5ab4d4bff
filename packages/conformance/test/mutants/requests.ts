import { randomUUID } from 'node:crypto'
import { asking, answering, isOf, type Mutant, parse, querying, taking, type Fields } from './mutant.ts'
import { apiKey, type Bend, type Inside, type Request } from '../support/example.ts'

const withHeaders = (change: (headers: Record<string, string>, request: Request) => void): Bend =>
  asking((request) => {
    const headers = { ...request.headers }
    change(headers, request)
    return { headers }
  })

/** Fields that a server forgets. */
const forgets = (operation: string, field: string, found: readonly string[]): Mutant => ({
  name: `${operation} forgets ${field}`,
  bend: taking(operation, (body) => void delete body[field]),
  found,
})

/** Something wrong that a server takes for something right. */
const takes = (
  name: string,
  field: string,
  wrong: (value: unknown) => boolean,
  right: unknown,
  found: readonly string[],
  operation = 'createPayment',
): Mutant => ({
  name,
  bend: taking(operation, (body) =>
    field in body && wrong(body[field]) ? { ...body, [field]: right } : body,
  ),
  found,
})

const isText = (value: unknown): value is string => typeof value === 'string'
const drops = (operation: string, name: string, found: readonly string[]): Mutant => ({
  name: `${operation} does not look at ${name}`,
  bend: querying(operation, (query) => query.delete(name)),
  found,
})

const badAmounts: [string, (value: unknown) => boolean][] = [
  ['empty', (value) => value === ''],
  ['negative', (value) => isText(value) && value.startsWith('-')],
  ['with a plus', (value) => isText(value) && value.startsWith('+')],
  ['with an exponent', (value) => isText(value) && value.includes('e')],
  ['with a comma', (value) => isText(value) && value.includes(',')],
  ['that end with a point', (value) => isText(value) && value.endsWith('.')],
  ['that begin with a point', (value) => isText(value) && value.startsWith('.')],
  ['with five decimals', (value) => isText(value) && /\.\d{5}$/.test(value)],
  ['of sixteen digits', (value) => isText(value) && /^\d{16}$/.test(value)],
  ['with a space', (value) => isText(value) && value.startsWith(' ')],
  ['in other digits', (value) => value === '１２'],
  ['in hexadecimal', (value) => value === '0x10'],
  ['that are null', (value) => value === null],
  ['in a list', (value) => Array.isArray(value)],
]

const badUrls: [string, (value: unknown) => boolean, readonly string[]][] = [
  ['empty', (value) => value === '', ['url-forms']],
  ['without a scheme', (value) => value === 'example.com', ['url-forms']],
  ['of ftp', (value) => isText(value) && value.startsWith('ftp:'), ['url-forms']],
  ['of javascript', (value) => isText(value) && value.startsWith('javascript:'), ['url-forms']],
  ['with a user', (value) => isText(value) && value.includes('@'), ['url-forms']],
  ['that are long', (value) => isText(value) && value.length > 2_048, ['url-forms']],
  ['with a fragment', (value) => isText(value) && value.includes('#'), ['url-forms']],
  ['of plain http', (value) => value === 'http://example.com/', ['url-forms']],
  ['that are numbers', (value) => value === 5, ['url-forms']],
  ['that are null', (value) => value === null, ['url-forms']],
  ['of 10.0.0.0/8', (value) => value === 'https://10.0.0.1/', ['private-addresses']],
  ['of 192.168.0.0/16', (value) => value === 'https://192.168.1.1/', ['private-addresses']],
  ['of 172.16.0.0/12', (value) => value === 'https://172.16.0.1/', ['private-addresses']],
  ['of cloud metadata', (value) => value === 'https://169.254.169.254/', ['private-addresses']],
  ['of fd00::/8', (value) => value === 'https://[fd00::1]/', ['private-addresses']],
  ['of fe80::/10', (value) => value === 'https://[fe80::1]/', ['private-addresses']],
  ['of 0.0.0.0', (value) => value === 'https://0.0.0.0/', ['private-addresses']],
  ['in hexadecimal', (value) => value === 'https://0x0a000001/', ['private-addresses']],
]

const someUrl = 'https://other.example.com/hook'
const keyFault = (operation: string, found: readonly string[]): Mutant => ({
  name: `${operation} takes each request for a new one`,
  bend: asking((request) =>
    isOf(request, operation) && request.headers['idempotency-key']
      ? { headers: { ...request.headers, 'idempotency-key': randomUUID() } }
      : undefined,
  ),
  found,
})

/** The first answer to each key, whatever else is asked. */
function keysAlone(scopeOf: (request: Request) => string): Bend {
  const kept = new Map<string, ReturnType<Inside['ask']>>()
  return {
    request(request, { ask: send }) {
      const key = request.headers['idempotency-key']
      if (!key || !request.headers['x-api-key']) return send(request)
      const scope = `${scopeOf(request)} ${key}`
      const before = kept.get(scope)
      if (before)
        return {
          ...before,
          headers: { ...before.headers, 'X-Request-Id': randomUUID(), 'Idempotent-Replayed': 'true' },
        }
      const answer = send(request)
      if (answer.status < 300) kept.set(scope, answer)
      return answer
    },
  }
}

/** What a server does not look at, forgets, or takes for something else. */
export const requestFaults: Mutant[] = [
  {
    name: 'no API key is needed',
    bend: withHeaders((headers) => (headers['x-api-key'] ??= apiKey)),
    found: ['no-key'],
  },
  {
    name: 'any API key will do',
    bend: withHeaders((headers) => {
      if (headers['x-api-key']) headers['x-api-key'] = apiKey
    }),
    found: ['wrong-key'],
  },
  {
    name: 'keys are looked at in reads alone',
    bend: withHeaders((headers, { method }) => {
      if (method !== 'GET') headers['x-api-key'] = apiKey
    }),
    found: ['no-key', 'wrong-key'],
  },
  {
    name: 'webhooks need no key',
    bend: withHeaders((headers, { path }) => {
      if (path.includes('/webhooks')) headers['x-api-key'] = apiKey
    }),
    found: ['no-key', 'wrong-key'],
  },
  {
    name: 'no idempotency key is needed',
    bend: withHeaders((headers) => (headers['idempotency-key'] ??= randomUUID())),
    found: ['idempotency-key-required'],
  },
  {
    name: 'PATCH needs no idempotency key',
    bend: withHeaders((headers, { method }) => {
      if (method === 'PATCH') headers['idempotency-key'] ??= randomUUID()
    }),
    found: ['idempotency-key-required'],
  },
  {
    name: 'webhooks need no idempotency key',
    bend: withHeaders((headers, { path }) => {
      if (path.includes('/webhooks')) headers['idempotency-key'] ??= randomUUID()
    }),
    found: ['idempotency-key-required'],
  },
  {
    name: 'any idempotency key will do',
    bend: withHeaders((headers) => {
      const key = headers['idempotency-key']
      if (key && key.length < 36) headers['idempotency-key'] = randomUUID()
    }),
    found: ['idempotency-key-form'],
  },
  {
    name: 'idempotency keys of any version',
    bend: withHeaders((headers) => {
      const key = headers['idempotency-key']
      if (key) headers['idempotency-key'] = key.replace(/^(.{14})1/, '$14').replace(/^(.{19})[^89ab]/, '$18')
    }),
    found: ['idempotency-key-form'],
  },
  {
    name: 'quoted keys are refused',
    bend: withHeaders((headers) => {
      if (headers['idempotency-key']?.startsWith('"')) headers['idempotency-key'] = 'no'
    }),
    found: ['replay-bytes'],
  },
  {
    name: 'any content type will do',
    bend: withHeaders((headers) => (headers['content-type'] = 'application/json')),
    found: ['json-type'],
  },
  {
    name: 'text/plain will do',
    bend: withHeaders((headers) => {
      if (headers['content-type'] === 'text/plain') headers['content-type'] = 'application/json'
    }),
    found: ['json-type'],
  },
  {
    name: 'any charset will do',
    bend: withHeaders((headers) => {
      if (headers['content-type'])
        headers['content-type'] = headers['content-type'].replace('latin1', 'utf-8')
    }),
    found: ['json-type'],
  },
  {
    name: 'any origin will do',
    bend: withHeaders((headers) => void delete headers['origin']),
    found: ['strange-origin'],
  },
  {
    name: 'the origin null will do',
    bend: withHeaders((headers) => {
      if (headers['origin'] === 'null') delete headers['origin']
    }),
    found: ['strange-origin'],
  },
  drops('listBookings', 'page', ['pages']),
  drops('listBookings', 'limit', ['pages']),
  drops('listBookings', 'status', ['status-filter']),
  drops('listBookings', 'guest_id', ['guest-filter']),
  drops('listBookings', 'start_date', ['start-date']),
  drops('listBookings', 'end_date', ['end-date']),
  drops('listPayments', 'bid', ['bid-filter']),
  drops('listBookings', 'surprise', ['unknown-parameters']),
  drops('getBooking', 'surprise', ['unknown-parameters']),
  drops('listPayments', 'surprise', ['unknown-parameters']),
  drops('listWebhooks', 'surprise', ['unknown-parameters']),
  drops('listDeliveries', 'surprise', ['unknown-parameters']),
  {
    name: 'a parameter given twice',
    bend: querying('listBookings', (query) => query.set('limit', query.get('limit') ?? '10')),
    found: ['repeated-parameter', 'bookings-list', 'pages'],
  },
  {
    name: 'the last of two parameters counts',
    bend: querying('listBookings', (query) => {
      const all = query.getAll('limit')
      if (all.length > 1) query.set('limit', all.at(-1) ?? '')
    }),
    found: ['repeated-parameter'],
  },
  {
    name: 'pages from 0',
    bend: querying('listBookings', (query) => {
      const page = Number(query.get('page'))
      if (page) query.set('page', String(page + 1))
    }),
    found: ['pages'],
  },
  {
    name: 'the default limit is 20',
    bend: querying('listBookings', (query) => {
      if (!query.has('limit')) query.set('limit', '20')
    }),
    found: ['bookings-list'],
  },
  {
    name: 'limit is at most 5',
    bend: querying('listBookings', (query) => {
      if (Number(query.get('limit')) > 5) query.set('limit', '5')
    }),
    found: ['pages-stable', 'page-limits', 'bookings-list'],
  },
  {
    name: 'limit=0 is 1',
    bend: querying('listBookings', (query) => {
      if (query.get('limit') === '0') query.set('limit', '1')
    }),
    found: ['page-limits'],
  },
  {
    name: 'limit=101 is 100',
    bend: querying('listBookings', (query) => {
      if (query.get('limit') === '101') query.set('limit', '100')
    }),
    found: ['page-limits'],
  },
  {
    name: 'limit=1.5 is 1',
    bend: querying('listBookings', (query) => {
      if (query.get('limit') === '1.5') query.set('limit', '1')
    }),
    found: ['page-limits'],
  },
  {
    name: 'limit=1e2 is 100',
    bend: querying('listBookings', (query) => {
      if (query.get('limit') === '1e2') query.set('limit', '100')
    }),
    found: ['page-limits'],
  },
  {
    name: 'an empty limit is none',
    bend: querying('listBookings', (query) => {
      if (query.get('limit') === '') query.delete('limit')
    }),
    found: ['page-limits'],
  },
  {
    name: 'limit=007 is refused',
    bend: querying('listBookings', (query) => {
      if (query.get('limit') === '007') query.set('limit', 'x')
    }),
    found: ['page-limits'],
  },
  {
    name: 'page=-1 is 1',
    bend: querying('listBookings', (query) => {
      if (query.get('page') === '-1') query.set('page', '1')
    }),
    found: ['page-limits'],
  },
  {
    name: 'page=x is 1',
    bend: querying('listBookings', (query) => {
      if (query.get('page') === 'x') query.set('page', '1')
    }),
    found: ['page-limits'],
  },
  {
    name: 'an empty status is none',
    bend: querying('listBookings', (query) => {
      if (query.get('status') === '') query.delete('status')
    }),
    found: ['filter-forms'],
  },
  {
    name: 'a guest_id that is no UUID finds nothing',
    bend: querying('listBookings', (query) => {
      if (query.get('guest_id') === 'me') query.set('guest_id', randomUUID())
    }),
    found: ['filter-forms'],
  },
  {
    name: '30 February is 28 February',
    bend: querying('listBookings', (query) => {
      if (query.get('start_date') === '2026-02-30') query.set('start_date', '2026-02-28')
    }),
    found: ['filter-forms'],
  },
  {
    name: 'dates with a time',
    bend: querying('listBookings', (query) => {
      const date = query.get('end_date')
      if (date?.includes('T')) query.set('end_date', date.slice(0, 10))
    }),
    found: ['filter-forms'],
  },
  {
    name: 'dates without zeros',
    bend: querying('listBookings', (query) => {
      if (query.get('end_date') === '2026-1-1') query.set('end_date', '2026-01-01')
    }),
    found: ['filter-forms'],
  },
  {
    name: 'swapped dates are swapped back',
    bend: querying('listBookings', (query) => {
      const [start, end] = [query.get('start_date'), query.get('end_date')]
      if (start && end && start > end) {
        query.set('start_date', end)
        query.set('end_date', start)
      }
    }),
    found: ['dates-swapped'],
  },
  {
    name: 'start_date is after, not on',
    bend: querying('listBookings', (query) => {
      const date = query.get('start_date')
      const next = date && Date.parse(date)
      if (next) query.set('start_date', new Date(next + 86_400_000).toISOString().slice(0, 10))
    }),
    found: ['start-date'],
  },
  {
    name: 'end_date is before, not on',
    bend: querying('listBookings', (query) => {
      const date = query.get('end_date')
      const next = date && Date.parse(date)
      if (next) query.set('end_date', new Date(next - 86_400_000).toISOString().slice(0, 10))
    }),
    found: ['end-date'],
  },
  {
    name: 'a status that nobody has is no filter',
    bend: querying('listBookings', (query) => {
      if (query.get('status') === 'no-such-status') query.delete('status')
    }),
    found: ['beyond-the-last-page'],
  },
  {
    name: 'ids in upper case are not found',
    bend: asking(({ path }) => ({
      path: /[A-F]/.test(path.replaceAll(/[?].*/g, '')) ? path.replace(/[A-F]/g, '0') : path,
    })),
    found: ['id-case'],
  },
  {
    name: 'the case of paths does not matter',
    bend: asking(({ path }) => ({ path: path.replace('/Bookings', '/bookings') })),
    found: ['not-found'],
  },
  {
    name: 'a final slash does not matter',
    bend: asking(({ path }) => ({ path: path.replace(/bookings\/$/, 'bookings') })),
    found: ['not-found'],
  },
  {
    name: 'webhooks under /client are not answered',
    bend: asking(({ path }) => ({ path: path.replace(/^\/client/, '/nothing') })),
    found: ['webhook-paths'],
  },

  // Bodies.
  {
    name: 'numbers are amounts',
    bend: taking('createPayment', (body) => ({
      ...body,
      amount: typeof body['amount'] === 'number' ? String(Math.abs(body['amount'])) : body['amount'],
    })),
    found: ['number-amount'],
  },
  {
    name: 'whole numbers are amounts',
    bend: taking('createPayment', (body) => ({
      ...body,
      amount:
        Number.isInteger(body['amount']) && body['amount'] >= 0 ? String(body['amount']) : body['amount'],
    })),
    found: ['number-amount'],
  },
  {
    name: 'numbers are amounts of an update',
    bend: taking('updatePayment', (body) =>
      typeof body['amount'] === 'number' ? { ...body, amount: String(body['amount']) } : body,
    ),
    found: ['update-judged'],
  },
  ...badAmounts.map(([what, wrong]) => takes(`amounts ${what}`, 'amount', wrong, '1.00', ['amount-forms'])),
  takes('unknown methods are Cash', 'paymentMethod', (value) => value === 'Bitcoin', 'Cash', [
    'required-fields',
  ]),
  takes('the case of methods does not matter', 'paymentMethod', (value) => value === 'cash', 'Cash', [
    'required-fields',
  ]),
  takes('unknown types are income', 'type', (value) => value === 'neither', 'income', ['required-fields']),
  {
    name: 'no amount is 0',
    bend: taking('createPayment', (body) => ({ amount: '0', ...body })),
    found: ['required-fields'],
  },
  {
    name: 'no method is Cash',
    bend: taking('createPayment', (body) => ({ paymentMethod: 'Cash', ...body })),
    found: ['required-fields'],
  },
  {
    name: 'no type is income',
    bend: taking('createPayment', (body) => ({ type: 'income', ...body })),
    found: ['required-fields'],
  },
  ...['POS', 'OTA', 'Credit Card', 'Bank Transfer'].map((method) =>
    takes(`${method} is refused`, 'paymentMethod', (value) => value === method, 'no', ['methods-and-types']),
  ),
  takes('outgoing is refused', 'type', (value) => value === 'outgoing', 'no', ['methods-and-types']),
  takes('an empty name', 'name', (value) => value === '', 'x', ['text-limits']),
  takes('a name of 256', 'name', (value) => isText(value) && Array.from(value).length > 255, 'x', [
    'text-limits',
  ]),
  takes(
    'a name of 255 is too long',
    'name',
    (value) => isText(value) && Array.from(value).length === 255,
    'x'.repeat(256),
    ['text-limits'],
  ),
  takes('a name that is null', 'name', (value) => value === null, 'x', ['text-limits']),
  takes('a name that is a number', 'name', (value) => typeof value === 'number', 'x', ['text-limits']),
  takes('a name with U+0000', 'name', (value) => isText(value) && value.includes('\0'), 'x', [
    'texts-that-cannot-be-kept',
  ]),
  takes('half a surrogate pair', 'name', (value) => isText(value) && !value.isWellFormed(), 'x', [
    'texts-that-cannot-be-kept',
  ]),
  takes('a description of 10,001', 'description', (value) => isText(value) && value.length > 10_000, 'x', [
    'text-limits',
  ]),
  takes(
    'a description of 10,000 is too long',
    'description',
    (value) => isText(value) && value.length === 10_000,
    'x'.repeat(10_001),
    ['text-limits'],
  ),
  ...['bid', 'gid'].flatMap((field) => [
    takes(`${field} that is no UUID`, field, (value) => value === 'not this', null, ['set-by-the-service']),
    forgets('createPayment', field, ['links', 'set-by-the-service']),
    forgets('updatePayment', field, ['null', 'unknown-links']),
  ]),
  {
    name: 'unknown links are null',
    bend: {
      request: (request, { ask: send, data }) => {
        const body = parse(request.body)
        const strange =
          body?.bid &&
          /^[0-9a-f-]{36}$/i.test(body.bid) &&
          !data.bookings.some(({ id }) => id === body.bid.toLowerCase())
        return send(strange ? { ...request, body: JSON.stringify({ ...body, bid: null }) } : request)
      },
    },
    found: ['unknown-links'],
  },
  {
    name: 'date can be set',
    bend: taking('createPayment', (body) => void delete body['date']),
    found: ['set-by-the-service'],
  },
  {
    name: 'status can be set',
    bend: taking('createPayment', (body) => void delete body['status']),
    found: ['set-by-the-service'],
  },
  ...['createPayment', 'updatePayment', 'createWebhook', 'updateWebhook'].map((operation): Mutant => ({
    name: `${operation} ignores unknown fields`,
    bend: taking(operation, (body) => void delete body['surprise']),
    found: ['unknown-fields'],
  })),
  {
    name: 'an update without fields changes nothing',
    bend: taking('updatePayment', (body) => (Object.keys(body).length === 0 ? { name: 'x' } : body)),
    found: ['empty-update'],
  },
  {
    name: 'an endpoint update without fields',
    bend: taking('updateWebhook', (body) => (Object.keys(body).length === 0 ? { is_active: true } : body)),
    found: ['empty-endpoint-update'],
  },
  takes(
    'is_active as a text',
    'is_active',
    (value) => value === 'no',
    false,
    ['empty-endpoint-update'],
    'updateWebhook',
  ),
  ...badUrls.map(([what, wrong, found]) =>
    takes(`URLs ${what}`, 'url', wrong, someUrl, found, 'createWebhook'),
  ),
  takes(
    'no events at all',
    'events',
    (value) => Array.isArray(value) && value.length === 0,
    ['message.received'],
    ['event-lists'],
    'createWebhook',
  ),
  takes(
    'unknown events',
    'events',
    (value) => Array.isArray(value) && value.includes('no.such.event'),
    ['message.received'],
    ['unknown-event'],
    'createWebhook',
  ),
  takes(
    'events twice',
    'events',
    (value) => Array.isArray(value) && new Set(value).size < value.length,
    ['payment.created'],
    ['event-lists'],
    'createWebhook',
  ),
  takes(
    'one event without a list',
    'events',
    (value) => isText(value),
    ['payment.created'],
    ['event-lists'],
    'createWebhook',
  ),
  {
    name: 'events may be left out',
    bend: taking('createWebhook', (body) => ({ events: ['message.received'], ...body })),
    found: ['event-lists'],
  },
  ...['booking.created', 'booking.updated', 'booking.cancelled', 'payment.created', 'payment.updated'].map(
    (type): Mutant => ({
      name: `${type} cannot be subscribed to`,
      bend: taking('createWebhook', (body) =>
        Array.isArray(body['events']) && body['events'].length === 6
          ? { ...body, events: body['events'].filter((event: string) => event !== type) }
          : body,
      ),
      found: ['all-events'],
    }),
  ),
  {
    name: 'no limit of depth',
    bend: asking(({ body }) => (/\[{33}|\[{32}\]/.test(body) ? { body: '{"surprise":[]}' } : undefined)),
    found: ['depth'],
  },
  {
    name: 'brackets in texts are levels',
    bend: asking(({ body }) => (body.includes('"[[[[') ? { body: '{' } : undefined)),
    found: ['depth'],
  },
  {
    name: '16 levels at most',
    bend: asking(({ body }) =>
      body.includes('[[[[[[[[[[[[[[[[[') && !body.includes('"[') ? { body: '{' } : undefined,
    ),
    found: ['depth'],
  },
  {
    name: 'a byte order mark is no JSON',
    bend: asking(({ body }) => (body.startsWith('\uFEFF') ? { body: `?${body}` } : undefined)),
    found: ['byte-order-mark'],
  },
  {
    name: '1 MB for 1 MiB',
    bend: asking(({ body }) =>
      body.length > 1_000_000 ? { body: `${body}${' '.repeat(1_048_600 - body.length)}` } : undefined,
    ),
    found: ['body-size'],
  },
  {
    name: 'bodies of any size',
    bend: asking(({ body }) => (body.length > 1_048_576 ? { body: '{"surprise":1}' } : undefined)),
    found: ['body-size'],
  },
  {
    name: 'an empty body is an empty object',
    bend: asking(({ body, method }) =>
      body === '' && method !== 'GET' && method !== 'DELETE' ? { body: '{}' } : undefined,
    ),
    found: ['no-json'],
  },
  {
    name: 'what follows the JSON is ignored',
    bend: asking(({ body }) => ({ body: body.replaceAll('\0', '') })),
    found: ['no-json'],
  },

  // What is kept.
  forgets('createPayment', 'name', ['payment-created', 'partial-update']),
  forgets('createPayment', 'description', ['payment-created', 'resend']),
  forgets('updatePayment', 'amount', ['partial-update', 'payment-updated-event']),
  forgets('updatePayment', 'paymentMethod', ['partial-update', 'payment-updated-event']),
  forgets('updatePayment', 'type', ['partial-update']),
  forgets('updatePayment', 'name', ['payment-updated', 'key-scope', 'resend-update']),
  forgets('updatePayment', 'description', ['partial-update', 'null']),
  forgets('updateWebhook', 'is_active', ['endpoint-updated']),
  forgets('updateWebhook', 'events', ['endpoint-updated']),
  forgets('updateWebhook', 'url', ['endpoint-updated']),
  ...(['amount', 'paymentMethod', 'type', 'description', 'name', 'bid'] as const).map((field): Mutant => ({
    name: `an update resets ${field}`,
    bend: taking('updatePayment', (body) => ({
      ...(
        {
          amount: { amount: '1' },
          paymentMethod: { paymentMethod: 'Cash' },
          type: { type: 'income' },
          description: { description: null },
          name: { name: 'Client API Payment' },
          bid: { bid: null },
        } as Record<string, Fields>
      )[field],
      ...body,
    })),
    found: ['partial-update', 'null', 'payment-updated'],
  })),
  {
    name: 'an update switches the endpoint on',
    bend: taking('updateWebhook', (body) => ({ is_active: true, ...body })),
    found: ['endpoint-updated'],
  },
  {
    name: 'the default name is empty',
    bend: taking('createPayment', (body) => ({ name: ' ', ...body })),
    found: ['default-name'],
  },
  {
    name: 'the default name is another',
    bend: taking('createPayment', (body) => ({ name: 'Payment', ...body })),
    found: ['default-name'],
  },
  {
    name: 'amounts are floats',
    bend: taking('createPayment', (body) =>
      isText(body['amount']) && body['amount'].length > 17 ? { ...body, amount: '1000000000000000' } : body,
    ),
    found: ['amount-form'],
  },
  {
    name: 'amounts lose their cents',
    bend: taking('createPayment', (body) =>
      isText(body['amount']) && /^\d+\.\d+$/.test(body['amount'])
        ? { ...body, amount: body['amount'].split('.')[0] ?? '' }
        : body,
    ),
    found: ['payment-created', 'exact-amounts'],
  },
  {
    name: 'large amounts lose a cent',
    bend: taking('createPayment', (body) =>
      body['amount'] === '999999999999.99' ? { ...body, amount: '1000000000000' } : body,
    ),
    found: ['exact-amounts'],
  },
  {
    name: 'each payment is recorded twice',
    bend: {
      request: (request, { ask: send }) => {
        if (
          isOf(request, 'createPayment') &&
          request.headers['x-api-key'] &&
          send({ ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } }).status > 299
        )
          return send(request)
        return send(request)
      },
    },
    found: ['payment-created', 'resend'],
  },
  {
    name: 'nothing is recorded',
    bend: {
      request: (request, { ask: send, data }) => {
        const before = data.payments.length
        const answer = send(request)
        if (isOf(request, 'createPayment')) data.payments.splice(0, data.payments.length - before)
        return answer
      },
    },
    found: ['payment-created'],
  },
  {
    name: 'deleting deletes nothing',
    bend: {
      request: (request, { ask: send, data }) => {
        const answer = send(request)
        if (isOf(request, 'deletePayment')) for (const payment of data.payments) payment.status = true
        return answer
      },
    },
    found: ['payment-deleted'],
  },
  {
    name: 'deleting deletes two',
    bend: {
      request: (request, { ask: send, data }) => {
        const answer = send(request)
        if (isOf(request, 'deletePayment') && answer.status === 204) {
          const next = data.payments.find(({ status }) => status)
          if (next) next.status = false
        }
        return answer
      },
    },
    found: ['payment-deleted'],
  },
  {
    name: 'a deleted payment is gone',
    bend: {
      answer: (answer, request, { data }) => {
        if (isOf(request, 'deletePayment') && answer.status === 204)
          data.payments.splice(0, data.payments.length, ...data.payments.filter(({ status }) => status))
      },
    },
    found: ['deleted-again'],
  },
  {
    name: 'a deleted payment can be updated',
    bend: {
      request: (request, { ask: send, data }) => {
        const id = isOf(request, 'updatePayment') && request.path.split('/').at(-1)
        const payment = data.payments.find((item) => item.id === id && !item.status)
        if (payment) payment.status = true
        const answer = send(request)
        if (payment) payment.status = false
        return answer
      },
    },
    found: ['deleted-again'],
  },

  {
    name: 'existence wins over fields',
    bend: {
      request: (request, { ask: send, data }) => {
        const missing =
          isOf(request, 'updatePayment') && !data.payments.some(({ id }) => request.path.includes(id))
        const body = parse(request.body)
        return send(missing && body?.type ? { ...request, body: '{"name":"nobody"}' } : request)
      },
    },
    found: ['fault-order'],
  },
  {
    name: 'a booking that does not exist wins over the payment',
    bend: {
      request: (request, { ask: send, data }) => {
        const bid = isOf(request, 'updatePayment') && parse(request.body)?.bid
        const strange = bid && !data.bookings.some(({ id }) => id === bid.toLowerCase())
        return send(strange ? { ...request, body: '{"bid":"strange"}' } : request)
      },
    },
    found: ['fault-order'],
  },
  {
    name: 'the idempotency key wins over the content type',
    bend: withHeaders((headers) => {
      if (headers['idempotency-key'] === 'abc') headers['content-type'] = 'application/json'
    }),
    found: ['fault-order'],
  },

  // Idempotency.
  keyFault('createPayment', ['resend']),
  keyFault('updatePayment', ['resend-update']),
  keyFault('createWebhook', ['resend-endpoint']),
  {
    name: 'the key alone counts, not the payload',
    bend: keysAlone(({ method, path }) => `${method} ${path}`),
    found: ['other-payload'],
  },
  {
    name: 'a key is shared across paths',
    bend: keysAlone(({ method }) => method),
    found: ['key-scope', 'other-payload'],
  },
  {
    name: 'a key is shared across payments',
    bend: keysAlone(({ method, path, body }) => `${method} ${path.replace(/[0-9a-f-]{36}/i, '')} ${body}`),
    found: ['key-scope'],
  },
  {
    name: 'reused keys execute',
    bend: asking((request) => {
      const key = request.headers['idempotency-key']
      const { amount } = parse(request.body) ?? {}
      return key && amount === '121'
        ? { headers: { ...request.headers, 'idempotency-key': randomUUID() } }
        : undefined
    }),
    found: ['other-payload'],
  },
  {
    name: 'fields are judged before the replay',
    bend: asking((request) =>
      isOf(request, 'createPayment') && parse(request.body)?.amount === 'much'
        ? { headers: { ...request.headers, 'idempotency-key': randomUUID() } }
        : undefined,
    ),
    found: ['reused-code'],
  },
  {
    name: 'links are judged before the replay',
    bend: {
      request: (request, { ask: send, data }) => {
        const bid = isOf(request, 'createPayment') && parse(request.body)?.bid
        return send(
          bid && !data.bookings.some(({ id }) => id === bid)
            ? { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } }
            : request,
        )
      },
    },
    found: ['reused-code'],
  },
  {
    name: 'amounts are compared as numbers',
    bend: taking('createPayment', (body) =>
      /^\d+\.\d+$/.test(body['amount']) ? { ...body, amount: String(Number(body['amount'])) } : body,
    ),
    found: ['decimals-differ', 'exact-amounts'],
  },
  {
    name: 'payloads are compared as bytes',
    bend: asking((request) =>
      request.body.startsWith(' {') ? { body: request.body.replace('{', '{"surprise":1,') } : undefined,
    ),
    found: ['replay-bytes'],
  },
  {
    name: 'the case of keys matters',
    bend: asking((request) => {
      const key = request.headers['idempotency-key']
      return key && /[A-F]/.test(key)
        ? { headers: { ...request.headers, 'idempotency-key': randomUUID() } }
        : undefined
    }),
    found: ['replay-bytes'],
  },
  {
    name: 'refusals use the key up',
    bend: (() => {
      const used = new Set<string>()
      return {
        request: (request: Request, { ask: send }: Inside) => {
          const key = request.headers['idempotency-key'] ?? ''
          if (key && used.has(key)) return { ...send({ ...request, body: '{' }), status: 422 }
          const answer = send(request)
          if (answer.status === 400 && answer.body.includes('validation_error')) used.add(key)
          return answer
        },
      }
    })(),
    found: ['refusal-frees-key'],
  },
  {
    name: 'the replay has no secret',
    bend: {
      answer: (answer, request) => {
        if (!isOf(request, 'createWebhook') || !answer.headers['Idempotent-Replayed']) return undefined
        const { secret: _secret, ...body } = parse(answer.body)
        return { ...answer, body: JSON.stringify(body) }
      },
    },
    found: ['replayed-secret'],
  },
  {
    name: 'the replay has another secret',
    bend: {
      answer: (answer, request) =>
        isOf(request, 'createWebhook') && answer.headers['Idempotent-Replayed']
          ? { ...answer, body: answer.body.replace(/whsec_./, 'whsec_%') }
          : undefined,
    },
    found: ['replayed-secret'],
  },
  {
    name: 'the replay is 200',
    bend: {
      answer: (answer) =>
        answer.headers['Idempotent-Replayed'] && answer.status === 201
          ? { ...answer, status: 200 }
          : undefined,
    },
    found: ['replay-bytes', 'replayed-secret'],
  },
  {
    name: 'the replay shows what is now',
    bend: {
      answer: (answer) =>
        answer.headers['Idempotent-Replayed'] && answer.status === 201
          ? { ...answer, body: answer.body.replace('{', '{"replayed":true,') }
          : undefined,
    },
    found: ['replay-bytes'],
  },
  {
    name: 'every answer says that it is a replay',
    bend: {
      answer: (answer) => ({ ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } }),
    },
    found: ['replay-bytes'],
  },
  {
    name: '404 is not stored',
    bend: asking((request) =>
      isOf(request, 'updatePayment') && parse(request.body)?.name === 'nobody'
        ? { headers: { ...request.headers, 'idempotency-key': randomUUID() } }
        : undefined,
    ),
    found: ['stored-404'],
  },
  {
    name: 'keys end with the payment',
    bend: {
      request: (request, { ask: send, data }) => {
        const mark = isOf(request, 'createPayment') && parse(request.body)?.description
        const gone = mark && data.payments.some((payment) => payment.description === mark && !payment.status)
        return send(
          gone ? { ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } } : request,
        )
      },
    },
    found: ['deleted-is-no-replay'],
  },
  {
    name: 'the other webhook path is another operation',
    bend: asking((request) =>
      request.path.startsWith('/client/webhooks') && request.method === 'POST'
        ? { headers: { ...request.headers, 'idempotency-key': randomUUID() } }
        : undefined,
    ),
    found: ['key-over-both-paths'],
  },
  {
    name: 'requests at once execute',
    bend: (() => {
      const seen = new Map<string, number>()
      return asking((request) => {
        const { description } = parse(request.body) ?? {}
        if (!isOf(request, 'createPayment') || !description) return undefined
        const count = (seen.get(description) ?? 0) + 1
        seen.set(description, count)
        return count > 2 && count < 5
          ? { headers: { ...request.headers, 'idempotency-key': randomUUID() } }
          : undefined
      })
    })(),
    found: ['at-once'],
  },
  {
    name: 'upper-case ids are kept as they came',
    bend: answering(
      'listPayments',
      (body, _request, { data }) =>
        void body.forEach((payment: Fields) => {
          const at = data.bookings.findIndex(({ id }) => id === payment['bid'])
          if (at === 23 && payment['description']?.startsWith('conformance'))
            payment['bid'] = payment['bid'].toUpperCase()
        }),
    ),
    found: ['links', 'upper-case-links'],
  },
  {
    name: 'bodies that are no object are empty ones',
    bend: asking(({ body }) =>
      ['null', '[]', '"text"', '5'].includes(body) ? { body: '{"surprise":1}' } : undefined,
    ),
    found: ['no-object'],
  },
  {
    name: 'a body of null is no JSON',
    bend: asking(({ body }) => (body === 'null' ? { body: '{' } : undefined)),
    found: ['no-object'],
  },
  {
    name: 'a DELETE with a wrong idempotency key',
    bend: {
      request: (request, { ask }) =>
        request.method === 'DELETE' && request.headers['idempotency-key'] === 'abc'
          ? { ...ask({ ...request, path: '/api/v1/client/nothing' }), status: 400 }
          : ask(request),
    },
    found: ['key-elsewhere'],
  },
  {
    name: 'names of 255 units of UTF-16',
    bend: taking('createPayment', (body) =>
      isText(body['name']) && body['name'].length > 255 ? { ...body, name: 'x'.repeat(256) } : body,
    ),
    found: ['text-limits'],
  },
]
