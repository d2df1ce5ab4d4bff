// The client API as a function of a request: what is checked, in the order of D4, before an operation runs.
import { randomUUID } from 'node:crypto'
import { createDeliveries } from './deliveries.js'
import { answerOf, invalid, notFound, Refusal } from './errors.js'
import { bodies, faultsOf, isUuid, readQuery } from './fields.js'
import { createOperations } from './operations.js'
import { createRateLimit } from './rate-limit.js'
import { createReplays } from './replays.js'

const prefix = '/api/v1/client'
const id = '([^/]+)'
const routes = [
  ['GET', '/bookings', 'listBookings', 200],
  ['GET', `/bookings/${id}`, 'getBooking', 200],
  ['GET', '/payments', 'listPayments', 200],
  ['POST', '/payments', 'createPayment', 201],
  ['PATCH', `/payments/${id}`, 'updatePayment', 200],
  ['DELETE', `/payments/${id}`, 'deletePayment', 204],
  ['GET', '/webhooks', 'listWebhooks', 200],
  ['POST', '/webhooks', 'createWebhook', 201],
  ['PATCH', `/webhooks/${id}`, 'updateWebhook', 200],
  ['DELETE', `/webhooks/${id}`, 'deleteWebhook', 204],
  ['GET', `/webhooks/${id}/deliveries`, 'listDeliveries', 200],
].map(([method, path, name, status]) => ({ method, form: new RegExp(`^${prefix}${path}$`), name, status }))

const bodyBytes = 1_048_576
const headerBytes = 16_384
const exposed = [
  'X-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Idempotent-Replayed',
].join(', ')

/**
 * The API in memory.
 *
 * @param {object} options
 * @param {string} options.apiKey the key of the property
 * @param {string[] | undefined} [options.origins] origins of pages that may call it
 * @param {number | undefined} [options.perMinute] requests a minute and address
 * @param {any} options.time `now()`, `setTimeout(run, ms)`, `clearTimeout(timer)`
 * @param {any} options.post sends one attempt of a delivery
 * @param {any} options.data bookings and payments to begin with
 */
export function createService({ apiKey, origins = [], perMinute = 120, time, post, data }) {
  const { bookings, payments } = data
  const endpoints = []
  const propertyId = randomUUID()
  const deliveries = createDeliveries({ propertyId, endpoints, time, post })
  const operations = createOperations({ bookings, payments, endpoints, deliveries, time })
  const replays = createReplays(time)
  const limit = createRateLimit({ perMinute, time })

  /** Answers `{ method, path, headers, body, address }`; names of headers in lower case, `body` a Buffer. */
  function handle(request) {
    const requestId = randomUUID()
    const { pathname, searchParams } = new URL(`http://x${request.path}`)
    // Spec 4.7 can be read as /client/webhooks too (D1).
    const path = pathname.startsWith('/client/webhooks') ? `/api/v1${pathname}` : pathname
    const isApi = path.startsWith(`${prefix}/`)
    const counted = isApi ? limit(request.address) : { headers: {} }
    let answer
    try {
      if (sizeOf(request.headers) > headerBytes) throw tooLarge()
      if (!isApi) throw notFound()
      if (counted.refused) throw new Refusal('rate_limited', 'Too many requests: wait, then try again.')
      answer = answered({ ...request, path, searchParams, requestId })
    } catch (error) {
      answer = answerOf(error, requestId)
    }
    const headers = { 'X-Request-Id': requestId, Vary: 'Origin', ...counted.headers, ...answer.headers }
    if (isApi) headers['Cache-Control'] = 'no-store'
    if (answer.body !== '') headers['Content-Type'] = 'application/json; charset=utf-8'
    const { origin } = request.headers
    if (origins.includes(origin)) {
      headers['Access-Control-Allow-Origin'] = origin
      headers['Access-Control-Expose-Headers'] = exposed
    }
    return { ...answer, headers, body: request.method === 'HEAD' ? '' : answer.body }
  }

  function answered(request) {
    const { headers, path } = request
    const { origin } = headers
    if (request.method === 'OPTIONS' && origin && headers['access-control-request-method']) {
      return preflight(origin)
    }
    if (headers['x-api-key'] !== apiKey) throw new Refusal('unauthorized', 'X-API-Key is missing or unknown.')
    if (origin !== undefined && !origins.includes(origin)) throw strange()
    const method = request.method === 'HEAD' ? 'GET' : request.method
    for (const route of routes) {
      const match = route.method === method ? route.form.exec(path) : null
      if (match) return run(route, match[1], request)
    }
    throw notFound()
  }

  function run(route, given, request) {
    const writes = Object.hasOwn(bodies, route.name)
    const key = writes ? keyOf(request.headers) : undefined
    const sent = writes ? jsonOf(request.body) : undefined
    const execute = () => {
      const { query, faults } = readQuery(route.name, request.searchParams)
      if (writes) faults.push(...faultsOf(bodies[route.name], sent))
      if (faults.length > 0) throw invalid(faults)
      if (given !== undefined && !isUuid(given)) throw notFound()
      const result = operations[route.name]({ id: given, query, body: sent })
      return { status: route.status, headers: {}, body: result === undefined ? '' : JSON.stringify(result) }
    }
    if (!writes) return execute()
    const scope = `${request.method} ${request.path.toLowerCase()} ${key}`
    return replays(scope, sent, request.requestId, execute)
  }

  function preflight(origin) {
    if (!origins.includes(origin)) throw strange()
    const headers = {
      'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE',
      'Access-Control-Allow-Headers': 'X-API-Key, Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': '600',
    }
    return { status: 204, headers, body: '' }
  }

  return { handle }
}

const sizeOf = (headers) => JSON.stringify(headers).length
const tooLarge = () => new Refusal('bad_request', 'The headers are larger than 16 KiB.', undefined, 431)
const strange = () => new Refusal('origin_not_allowed', 'This origin is not among those of the property.')

const keyForm = /^"?([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})"?$/i

/** The idempotency key, after the content type, which is judged first (D4). */
function keyOf(headers) {
  const type = headers['content-type'] ?? ''
  if (!/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(type)) {
    throw new Refusal('unsupported_media_type', 'Content-Type must be application/json.')
  }
  const key = headers['idempotency-key']
  if (key === undefined) throw new Refusal('bad_request', 'Idempotency-Key header is required')
  const match = keyForm.exec(key)
  if (!match) throw new Refusal('bad_request', 'Idempotency-Key must be a UUID v4.')
  return match[1].toLowerCase()
}

function jsonOf(body) {
  if (body.length > bodyBytes) throw new Refusal('payload_too_large', 'The body is larger than 1 MiB.')
  try {
    // Ignores a byte order mark.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    if (depthOf(text) > 32) throw new Error('too deep')
    return JSON.parse(text)
  } catch {
    throw new Refusal('bad_request', 'The body is no JSON in UTF-8, or nested deeper than 32 levels.')
  }
}

/** How deep arrays and objects are nested; brackets in strings do not count. */
function depthOf(text) {
  let [depth, deepest, quoted] = [0, 0, false]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (quoted) {
      if (sign === '\\') at++
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++depth)
    else if (sign === '}' || sign === ']') depth--
  }
  return deepest
}
