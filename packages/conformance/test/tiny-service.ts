import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  apiPrefix,
  type CreatePayment,
  type CreateWebhookEndpoint,
  type ErrorCode,
  type ErrorDetail,
  errorStatuses,
  idempotencyKeySchema,
  limits,
  needsIdempotencyKey,
  normaliseAmount,
  type Operation,
  type OperationId,
  operations,
  type ParsedListBookingsQuery,
  type Payment,
  validate,
  type WebhookEndpoint,
} from '@svc/models'
import { hostel, makeBookingPage } from '@svc/testing'

/** Ways in which the service can be broken. */
export const flaws = [
  'no key needed',
  'any idempotency key',
  'other words for a missing key',
  'numbers are amounts',
  'amounts as sent',
  'integers in lists',
  'unknown query parameters',
  'unknown fields',
  'any content type',
  'any origin',
  'default limit 20',
  'pages from 0',
  'oldest first',
  'no status filter',
  'end_date ignored',
  'detail lacks the description',
  'each request executes',
  'reused keys execute',
  'refusals use the key up',
  'default name is empty',
  'deleted payments listed',
  'delete answers 200',
  'create answers 200',
  'update forgets',
  'unknown bid',
  'secret in lists',
  'updated_at on create',
  'ftp endpoints',
  'no request id',
  'errors as text',
  'large bodies',
  'no alias',
  '404 as 400',
] as const
export type Flaw = (typeof flaws)[number]

export const apiKey = 'tiny-key'

class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  constructor(code: ErrorCode, message: string, details?: ErrorDetail[]) {
    super(message)
    this.code = code
    this.details = details
  }
}

type Answer = { status: number; body?: unknown; replayed?: boolean }
interface Call {
  id: string
  query: unknown
  body: unknown
}

/** The client API in memory, as small as possible, with at most one flaw that the conformance kit must find. */
export async function openTinyService(flaw?: Flaw): Promise<{ url: string } & AsyncDisposable> {
  const has = (name: Flaw) => name === flaw
  const { bookings, payments: seeded } = hostel({ bookings: 40 })
  const payments: Payment[] = seeded.toReversed()
  const endpoints: (WebhookEndpoint & { secret: string })[] = []
  const answers = new Map<string, { payload: string; answer: Answer }>()
  if (has('oldest first')) bookings.reverse()

  const find = <T extends { id: string }>(list: readonly T[], id: string): T => {
    const found = list.find((item) => item.id === id)
    if (!found)
      throw new Refusal(has('404 as 400') ? 'validation_error' : 'not_found', `Nothing has the id ${id}.`)
    return found
  }
  const linked = ({ bid, gid }: Pick<Partial<CreatePayment>, 'bid' | 'gid'>) => {
    const details: ErrorDetail[] = []
    if (bid && !bookings.some(({ id }) => id === bid))
      details.push({ path: 'bid', message: 'does not exist' })
    if (gid && !bookings.some(({ guest }) => guest.id === gid))
      details.push({ path: 'gid', message: 'does not exist' })
    if (details.length > 0 && !has('unknown bid'))
      throw new Refusal('validation_error', 'Bad links.', details)
  }
  const shown = ({ secret, ...endpoint }: WebhookEndpoint & { secret: string }) =>
    has('secret in lists') ? { ...endpoint, secret } : endpoint
  const now = () => new Date().toISOString()

  const handlers: Record<OperationId, (call: Call) => unknown> = {
    listBookings({ query }) {
      const { page, limit, status, guest_id, start_date, end_date } = query as ParsedListBookingsQuery
      const matching = bookings.filter(
        (booking) =>
          (!status || has('no status filter') || booking.status === status) &&
          (!guest_id || booking.guest.id === guest_id) &&
          ((!start_date && !end_date) ||
            booking.stay_dates.some(
              ({ date }) =>
                (!start_date || date >= start_date) &&
                (!end_date || has('end_date ignored') || date <= end_date),
            )),
      )
      const asked = has('default limit 20') && limit === 10 ? 20 : limit
      return {
        ...makeBookingPage(matching, { page, limit: asked }),
        ...(has('pages from 0') && { current_page: page - 1 }),
      }
    },
    getBooking({ id }) {
      const booking = find(bookings, id)
      return has('detail lacks the description') ? { ...booking, description: '' } : booking
    },
    listPayments({ query }) {
      const { bid } = query as { bid?: string }
      const listed = payments.filter(
        (payment) => (payment.status || has('deleted payments listed')) && (!bid || payment.bid === bid),
      )
      return listed
        .toReversed()
        .map((payment) => (has('integers in lists') ? { ...payment, amount: 5 } : payment))
    },
    createPayment({ body }) {
      const given = body as Omit<CreatePayment, 'amount'> & { amount: string | number }
      linked(given)
      const payment: Payment = {
        id: randomUUID(),
        bid: given.bid ?? null,
        gid: given.gid ?? null,
        amount: has('amounts as sent') ? String(given.amount) : normaliseAmount(String(given.amount)),
        paymentMethod: given.paymentMethod,
        type: given.type,
        description: given.description ?? null,
        name: given.name ?? (has('default name is empty') ? '' : 'Client API Payment'),
        date: now(),
        status: true,
      }
      payments.push(payment)
      return payment
    },
    updatePayment({ id, body }) {
      const payment = find(
        payments.filter(({ status }) => status),
        id,
      )
      const changes = body as Partial<CreatePayment>
      linked(changes)
      if (has('update forgets')) Object.assign(payment, { description: null })
      return Object.assign(payment, changes, changes.amount && { amount: normaliseAmount(changes.amount) })
    },
    deletePayment: ({ id }) => void Object.assign(find(payments, id), { status: false }),
    listWebhooks: () => endpoints.map(shown),
    createWebhook({ body }) {
      const { url, events } = body as CreateWebhookEndpoint
      if (url.startsWith('http:')) {
        throw new Refusal('validation_error', 'Not valid.', [{ path: 'url', message: 'must be https' }])
      }
      const secret = `whsec_${randomBytes(32).toString('base64url')}`
      const endpoint = {
        id: randomUUID(),
        url,
        events,
        is_active: true,
        created_at: now(),
        updated_at: now(),
        secret,
      }
      endpoints.push(endpoint)
      const { updated_at, ...created } = endpoint
      return has('updated_at on create') ? { ...created, updated_at } : created
    },
    updateWebhook: ({ id, body }) =>
      shown(Object.assign(find(endpoints, id), body as object, { updated_at: now() })),
    deleteWebhook: ({ id }) => void endpoints.splice(endpoints.indexOf(find(endpoints, id)), 1),
    listDeliveries: ({ id }) => (find(endpoints, id), []),
  }

  /** For some flaws the schema is ignored, and so is what it refuses. */
  function read(schema: Operation['query'] | undefined, value: unknown): unknown {
    if (!schema) return value
    const parsed = validate(schema, value)
    if (parsed.ok) return parsed.value
    const details = parsed.details.filter(({ path, message }) => {
      if (message.includes('not a known field'))
        return !(has('unknown fields') || has('unknown query parameters'))
      if (path === 'amount' && has('numbers are amounts'))
        return typeof (value as CreatePayment).amount !== 'number'
      return !(
        path === 'url' &&
        has('ftp endpoints') &&
        typeof (value as CreateWebhookEndpoint).url === 'string'
      )
    })
    if (details.length > 0) throw new Refusal('validation_error', 'Not valid.', details)
    return schema === operations.listBookings.query ? { page: 1, limit: 10 } : value
  }

  function handle(request: IncomingMessage, text: string, requestId: string): Answer {
    const url = new URL(request.url ?? '/', 'http://tiny')
    if (request.headers['x-api-key'] !== apiKey && !has('no key needed') && request.method !== 'OPTIONS') {
      throw new Refusal('unauthorized', 'No such key.')
    }
    if (request.headers.origin && !has('any origin'))
      throw new Refusal('origin_not_allowed', 'Not from there.')
    const path =
      url.pathname.startsWith('/client/') && !has('no alias') ? `/api/v1${url.pathname}` : url.pathname
    const entry = Object.entries(operations).find(
      ([, { method, path: template }]) => method === request.method && matches(apiPrefix + template, path),
    ) as [OperationId, Operation] | undefined
    if (!entry) throw new Refusal('not_found', 'No such path.')
    const [operationId, operation] = entry
    const writes = needsIdempotencyKey(operation)
    if (writes && request.headers['content-type'] !== 'application/json' && !has('any content type')) {
      throw new Refusal('unsupported_media_type', 'JSON, please.')
    }
    const header = request.headers['idempotency-key']
    if (writes && header === undefined && !has('any idempotency key')) {
      throw new Refusal(
        'bad_request',
        has('other words for a missing key') ? 'Key?' : 'Idempotency-Key header is required',
      )
    }
    const key = idempotencyKeySchema.safeParse(header)
    if (writes && !key.success && !has('any idempotency key'))
      throw new Refusal('bad_request', 'The key is no UUID v4.')
    if (text.length > limits.bodyBytes && !has('large bodies'))
      throw new Refusal('payload_too_large', 'Too large.')
    const sent = writes ? parse(text) : undefined
    const query = operation.query ? read(operation.query, Object.fromEntries(url.searchParams)) : undefined
    if (!operation.query && url.searchParams.size > 0 && !has('unknown query parameters')) {
      throw new Refusal(
        'validation_error',
        'No parameters.',
        [...url.searchParams.keys()].map((name) => ({ path: name, message: 'is unknown' })),
      )
    }
    const id = /\/(?:payments|webhooks|bookings)\/([^/]+)/.exec(path)?.[1] ?? ''
    const execute = (): Answer => {
      const body = read(operation.body, sent)
      const result = handlers[operationId]({ id, query, body })
      const status = has('delete answers 200') && operation.status === 204 ? 200 : operation.status
      return {
        status: has('create answers 200') && status === 201 ? 200 : status,
        body: structuredClone(result),
      }
    }
    if (!writes || has('each request executes')) return execute()
    return once(`${request.method} ${path} ${key.data}`, JSON.stringify(sorted(sent)), requestId, execute)
  }

  function once(scope: string, payload: string, requestId: string, execute: () => Answer): Answer {
    const known = answers.get(scope)
    if (known && known.payload !== payload && !has('reused keys execute')) {
      throw new Refusal('idempotency_key_reused', 'The key was used for something else.')
    }
    if (known && known.payload === payload) return { ...known.answer, replayed: true }
    let answer: Answer
    try {
      answer = execute()
    } catch (error) {
      if (!(error instanceof Refusal) || (error.code !== 'not_found' && !has('refusals use the key up')))
        throw error
      answer = refusal(error, requestId)
    }
    answers.set(scope, { payload, answer })
    return answer
  }

  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const id = randomUUID()
      let answer: Answer
      try {
        answer = handle(request, text, id)
      } catch (error) {
        answer =
          error instanceof Refusal
            ? refusal(error, id)
            : { status: 500, body: { code: 'internal_error', message: String(error) } }
      }
      send(response, answer, id)
    })
  })

  function send(response: ServerResponse, { status, body, replayed }: Answer, id: string): void {
    const text = body === undefined || status === 204 ? '' : JSON.stringify(body)
    response.writeHead(status, {
      'content-type': status >= 400 && has('errors as text') ? 'text/plain' : 'application/json',
      ...(!has('no request id') && { 'x-request-id': id }),
      ...(replayed && { 'idempotent-replayed': 'true' }),
    })
    response.end(text)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const refusal = ({ code, message, details }: Refusal, request_id: string): Answer => ({
  status: errorStatuses[code],
  body: { code, message, ...(details && { details }), request_id },
})

const matches = (template: string, path: string): boolean =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('bad_request', 'This is no JSON.')
  }
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
