import { createHmac } from 'node:crypto'
import type { Answer, Attempt, Bend, Inside, Request } from '../support/example.ts'

/** A server with one fault. */
export interface Mutant {
  name: string
  bend: Bend
  /** Names of the checks, one of which must say so. */
  found: readonly string[]
}

/** Whatever JSON holds: a mutant knows where it reaches. */
export type Json = ReturnType<typeof JSON.parse>
export type Fields = Record<string, Json>

const id = '[0-9a-fA-F-]{36}'
const forms: Record<string, RegExp> = {
  listBookings: /^GET \/bookings$/,
  getBooking: new RegExp(`^GET /bookings/${id}$`),
  listPayments: /^GET \/payments$/,
  createPayment: /^POST \/payments$/,
  updatePayment: new RegExp(`^PATCH /payments/${id}$`),
  deletePayment: new RegExp(`^DELETE /payments/${id}$`),
  listWebhooks: /^GET \/webhooks$/,
  createWebhook: /^POST \/webhooks$/,
  updateWebhook: new RegExp(`^PATCH /webhooks/${id}$`),
  deleteWebhook: new RegExp(`^DELETE /webhooks/${id}$`),
  listDeliveries: new RegExp(`^GET /webhooks/${id}/deliveries$`),
}

/** Whether a request is of an operation. */
export function isOf({ method, path }: Request, operation: string): boolean {
  const plain = path.split('?')[0]?.replace(/^\/(api\/v1\/)?client/, '') ?? ''
  return forms[operation]?.test(`${method} ${plain}`) === true
}

export const parse = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Changes the JSON of an operation's successful answers. */
export const answering = (
  operation: string,
  change: (body: Json, request: Request, inside: Inside) => unknown,
): Bend => ({
  answer(answer, request, inside) {
    if (!isOf(request, operation) || answer.status >= 300) return undefined
    const body = parse(answer.body)
    const changed = change(body, request, inside)
    return { ...answer, body: JSON.stringify(changed === undefined ? body : changed) }
  },
})

/** Changes every object of a list that an operation answers with. */
export const eachOf = (operation: string, change: (item: Fields) => void): Bend =>
  answering(operation, (body) => {
    for (const item of Array.isArray(body) ? body : (body.results ?? [body])) change(item)
  })

/** Changes an answer with some status, or any. */
export const answersOf = (
  operation: string | undefined,
  status: number | undefined,
  change: Partial<Answer> | ((answer: Answer, request: Request) => Answer | void),
): Bend => ({
  answer(answer, request) {
    if (operation !== undefined && !isOf(request, operation)) return undefined
    if (status !== undefined && answer.status !== status) return undefined
    return typeof change === 'function' ? change(answer, request) : { ...answer, ...change }
  },
})

/** Changes the JSON that an operation gets. */
export const taking = (
  operation: string,
  change: (body: Fields, request: Request) => Fields | void,
): Bend => ({
  request(request, { ask }) {
    const body = isOf(request, operation) ? parse(request.body) : undefined
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return ask(request)
    return ask({ ...request, body: JSON.stringify(change(body, request) ?? body) })
  },
})

/** Changes a request before the server sees it. */
export const asking = (change: (request: Request) => Partial<Request> | void): Bend => ({
  request: (request, { ask }) => ask({ ...request, ...change(request) }),
})

/** Changes the query of an operation. */
export const querying = (operation: string, change: (query: URLSearchParams) => void): Bend =>
  asking((request) => {
    if (!isOf(request, operation)) return undefined
    const [path = '', query = ''] = request.path.split('?')
    const parameters = new URLSearchParams(query)
    change(parameters)
    return { path: parameters.size > 0 ? `${path}?${parameters.toString()}` : path }
  })

/** Takes a header from every answer, or changes it. */
export const header = (
  name: string,
  change?: (value: string, request: Request) => string | undefined,
): Bend => ({
  answer(answer, request) {
    const headers = Object.fromEntries(
      Object.entries(answer.headers).map(([key, value]) => [
        key,
        key.toLowerCase() === name.toLowerCase() && value !== undefined ? change?.(value, request) : value,
      ]),
    )
    return { ...answer, headers }
  },
})

/** The signature that a delivery carries. */
export const signature = (body: string, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Changes every attempt, with the secret of its endpoint at hand. */
export function attempting(change: (attempt: Attempt, secret: string | undefined) => void): Bend {
  const secrets = new Map<string, string>()
  return {
    answer(answer, request) {
      if (!isOf(request, 'createWebhook') || answer.status !== 201) return undefined
      const { url, secret } = parse(answer.body)
      secrets.set(url, secret)
      return undefined
    },
    attempt: (attempt) => change(attempt, secrets.get(attempt.url)),
  }
}

/** Changes the body of every attempt, which is signed as it was before unless `sign` is given. */
export const delivering = (
  change: (body: Fields, headers: Record<string, string>) => void,
  sign?: (body: string, secret: string) => string,
): Bend =>
  attempting((attempt, secret) => {
    const body = parse(attempt.body)
    change(body, attempt.headers)
    attempt.body = JSON.stringify(body)
    if (sign && secret) attempt.headers['X-SVC-Signature'] = sign(attempt.body, secret)
  })

/** A property may have fewer endpoints. */
export function endpointsAtMost(most: number): Bend {
  const ids = new Set<string>()
  return {
    request(request, { ask }) {
      if (!isOf(request, 'createWebhook') || ids.size < most) return ask(request)
      const answer = ask({ ...request, body: '{}' })
      return answer.status === 400
        ? { ...answer, body: answer.body.replace('"path":"url"', '"path":""') }
        : answer
    },
    answer(answer, request) {
      if (isOf(request, 'createWebhook') && answer.status === 201) ids.add(parse(answer.body).id)
      if (isOf(request, 'deleteWebhook') && answer.status === 204)
        ids.delete(request.path.split('/').at(-1) ?? '')
    },
  }
}
