import type { Booking, Payment } from '@svc/models'
import { fire } from './events.ts'
import {
  type Fields,
  fingerprint,
  fourDecimals,
  isUuid,
  wrongBookingQuery,
  wrongEndpoint,
  wrongPayment,
} from './fields.ts'
import { type ApiFault, type Endpoint, iso, type Property, type World } from './world.ts'

/** A call of the client API, as the reference sees it. */
export interface Request {
  node: number
  property: number
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the prefix, with ids. */
  path: string
  query?: Record<string, string>
  /** Undefined: none; a text: no JSON. */
  body?: unknown
  idempotencyKey?: string
  /** @default the property's */
  apiKey?: 'missing' | 'wrong'
  /** @default JSON, where there is a body */
  contentType?: 'missing' | 'text/plain'
}

/** What the service may choose freely, read from its answer: a new id, a new secret, the exact text. */
export interface Chance {
  id?: string | undefined
  secret?: string | undefined
  text?: string | undefined
}

/** What must come back. */
export interface Reply {
  status: number
  /** Of an error. */
  code?: string
  /** The fields at fault, in any order. */
  wrong?: string[]
  /** Of a success. */
  json?: unknown
  /** Of a replay: byte for byte. */
  text?: string
  replayed?: boolean
  /** No whole answer arrives. */
  broken?: boolean
  /** Made by a fault: only the status is known. */
  faulted?: boolean
}

const dayMs = 24 * 3_600_000

/** Answers one call, and changes the world as it does. */
export function answer(world: World, request: Request, chance: Chance, race: number | null = null): Reply {
  const property = world.properties[request.property]
  if (!property) throw new Error('no such property')
  const { method, body } = request
  const writes = method === 'POST' || method === 'PATCH'
  // D4: the first bad thing wins.
  if (request.apiKey) return error(401, 'unauthorized')
  if (writes && request.contentType) return error(415, 'unsupported_media_type')
  if (writes && !isUuidV4(request.idempotencyKey)) return error(400, 'bad_request')
  if (writes && typeof body === 'string') return error(400, 'bad_request')

  const before = takeFault(world, 'before', request, property)
  if (before) return faulted(before)
  const reply = writes
    ? once(world, property, request, chance, race)
    : operate(world, property, request, chance, race)
  const executed = reply.status < 300 || reply.status === 404
  const after = executed ? takeFault(world, 'after', request, property) : undefined
  return after ? { ...faulted(after), replayed: reply.replayed ?? false } : reply
}

const error = (status: number, code: string, wrong?: string[]): Reply =>
  wrong ? { status, code, wrong } : { status, code }
const notFound = error(404, 'not_found')
const invalid = (wrong: string[]) => error(400, 'validation_error', wrong)

const isUuidV4 = (key: string | undefined) =>
  key !== undefined &&
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(key.replaceAll('"', ''))

function takeFault(world: World, when: ApiFault['when'], { node, method }: Request, { id }: Property) {
  const fault = world.faults[node % world.faults.length]?.find(
    (one) =>
      one.when === when &&
      one.remaining > 0 &&
      one.property === id &&
      (one.method === null || one.method === method),
  )
  if (fault) fault.remaining -= 1
  return fault
}

function faulted({ action }: ApiFault): Reply {
  return action === 'status' ? { status: 503, faulted: true } : { status: 0, broken: true }
}

/** D5: executed once for each key and 24 hours, then answered from the record. */
function once(
  world: World,
  property: Property,
  request: Request,
  chance: Chance,
  race: number | null,
): Reply {
  const key = request.idempotencyKey?.replaceAll('"', '').toLowerCase()
  const scope = `${request.method} ${request.path.toLowerCase()} ${key}`
  const stored = property.records[scope]
  if (stored && stored.expires > world.now) {
    if (stored.fingerprint !== fingerprint(request.body)) return error(422, 'idempotency_key_reused')
    return { status: stored.status, text: stored.text, replayed: true }
  }
  const reply = operate(world, property, request, chance, race)
  if (reply.status < 300 || reply.status === 404) {
    property.records[scope] = {
      fingerprint: fingerprint(request.body),
      status: reply.status,
      text: chance.text ?? '',
      expires: world.now + dayMs,
    }
  }
  return reply
}

function operate(
  world: World,
  property: Property,
  { method, path, query = {}, body }: Request,
  chance: Chance,
  race: number | null,
): Reply {
  const [, resource, id, sub] = path.split('/')
  const of = id?.toLowerCase()
  switch (`${method} ${resource}${id === undefined ? '' : '/id'}${sub === undefined ? '' : `/${sub}`}`) {
    case 'GET bookings':
      return listBookings(property, query)
    case 'GET bookings/id': {
      const found = property.bookings.find((booking) => booking.id === of)
      return found ? { status: 200, json: found } : notFound
    }
    case 'GET payments':
      return listPayments(property, query)
    case 'POST payments':
      return createPayment(world, property, body as Fields, chance, race)
    case 'PATCH payments/id':
      return updatePayment(world, property, of, body as Fields, race)
    case 'DELETE payments/id': {
      const found = property.payments.find((payment) => payment.id === of)
      if (!found) return notFound
      found.status = false
      return { status: 204 }
    }
    case 'GET webhooks':
      return { status: 200, json: property.endpoints.toReversed().map(shown) }
    case 'POST webhooks':
      return createEndpoint(world, property, body as Fields, chance)
    case 'PATCH webhooks/id':
      return updateEndpoint(world, property, of, body as Fields)
    case 'DELETE webhooks/id':
      return deleteEndpoint(world, property, of)
    case 'GET webhooks/id/deliveries':
      return property.endpoints.some((endpoint) => endpoint.id === of) ? { status: 200 } : notFound
    default:
      return notFound
  }
}

function listBookings({ bookings }: Property, query: Record<string, string>): Reply {
  const wrong = wrongBookingQuery(query)
  if (wrong.length > 0) return invalid(wrong)
  const { status, guest_id, start_date = '', end_date = '9999-12-31' } = query
  const within = ({ stay_dates }: Booking) =>
    stay_dates.some(({ date }) => date >= start_date && date <= end_date)
  const matching = bookings
    .filter((booking) => status === undefined || booking.status === status)
    .filter((booking) => guest_id === undefined || booking.guest.id === guest_id.toLowerCase())
    .filter(within)
    .toSorted((left, right) =>
      left.created === right.created ? (left.id < right.id ? -1 : 1) : left.created < right.created ? 1 : -1,
    )
  const page = Number(query['page'] ?? 1)
  const limit = Number(query['limit'] ?? 10)
  const json = {
    results: matching.slice((page - 1) * limit, page * limit),
    total_count: matching.length,
    total_pages: Math.ceil(matching.length / limit),
    current_page: page,
  }
  return { status: 200, json }
}

function listPayments({ payments }: Property, query: Record<string, string>): Reply {
  const bad = Object.entries(query)
    .filter(([name, value]) => name !== 'bid' || !isUuid(value))
    .map(([name]) => name)
  if (bad.length > 0) return invalid(bad)
  const bid = query['bid']?.toLowerCase()
  const json = payments
    .filter((payment) => payment.status && (bid === undefined || payment.bid === bid))
    // Newest first: time never goes back, so that is the order of writing.
    .toReversed()
  return { status: 200, json }
}

/** What a property does not have cannot be linked (D10). */
function wrongLinks(property: Property, { bid, gid }: Fields): string[] {
  const wrong: string[] = []
  if (typeof bid === 'string' && !property.bookings.some(({ id }) => id === bid.toLowerCase()))
    wrong.push('bid')
  if (typeof gid === 'string' && !property.guests.some(({ id }) => id === gid.toLowerCase()))
    wrong.push('gid')
  return wrong
}

const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : null)

function createPayment(
  world: World,
  property: Property,
  body: Fields,
  chance: Chance,
  race: number | null,
): Reply {
  const wrong = wrongPayment(body, false)
  if (wrong.length > 0) return invalid(wrong)
  const missing = wrongLinks(property, body)
  if (missing.length > 0) return invalid(missing)
  const payment = {
    id: newId(chance, property),
    bid: lower(body['bid']),
    gid: lower(body['gid']),
    amount: fourDecimals(body['amount'] as string),
    paymentMethod: body['paymentMethod'],
    type: body['type'],
    description: body['description'] ?? null,
    name: body['name'] ?? 'Client API Payment',
    date: iso(world.now),
    status: true,
  } as Payment
  property.payments.push(payment)
  const { id: paymentId, amount, paymentMethod, type } = payment
  fire(world, property, 'payment.created', { paymentId, amount, paymentMethod, type }, race)
  return { status: 201, json: { ...payment } }
}

function updatePayment(
  world: World,
  property: Property,
  id: string | undefined,
  body: Fields,
  race: number | null,
): Reply {
  const wrong = wrongPayment(body, true)
  if (wrong.length > 0) return invalid(wrong)
  const payment = property.payments.find((one) => one.id === id)
  if (!payment?.status) return notFound
  const missing = wrongLinks(property, body)
  if (missing.length > 0) return invalid(missing)
  const before = { ...payment }
  for (const [name, value] of Object.entries(body)) {
    const kept =
      name === 'amount'
        ? fourDecimals(value as string)
        : name === 'bid' || name === 'gid'
          ? lower(value)
          : value
    Object.assign(payment, { [name]: kept })
  }
  // D11.
  const told = (['amount', 'paymentMethod', 'description'] as const).some(
    (name) => before[name] !== payment[name],
  )
  if (told) fire(world, property, 'payment.updated', { paymentId: payment.id, amount: payment.amount }, race)
  return { status: 200, json: { ...payment } }
}

const shown = ({ secret: _secret, ...endpoint }: Endpoint) => endpoint

function createEndpoint(world: World, property: Property, body: Fields, chance: Chance): Reply {
  const wrong = wrongEndpoint(body, false)
  if (wrong.length > 0) return invalid(wrong)
  if (property.endpoints.length >= 50) return invalid([''])
  const endpoint: Endpoint = {
    id: newId(chance, property),
    url: body['url'] as string,
    secret: chance.secret ?? '',
    events: body['events'] as string[],
    is_active: true,
    created_at: iso(world.now),
    updated_at: iso(world.now),
  }
  if (!/^whsec_[\w-]{43}$/.test(endpoint.secret)) throw new Error(`no secret: ${endpoint.secret}`)
  property.endpoints.push(endpoint)
  const { updated_at: _updated, ...created } = endpoint
  return { status: 201, json: created }
}

function updateEndpoint(world: World, property: Property, id: string | undefined, body: Fields): Reply {
  const wrong = wrongEndpoint(body, true)
  if (wrong.length > 0) return invalid(wrong)
  const endpoint = property.endpoints.find((one) => one.id === id)
  if (!endpoint) return notFound
  Object.assign(endpoint, body, { updated_at: iso(world.now) })
  return { status: 200, json: shown(endpoint) }
}

function deleteEndpoint(world: World, property: Property, id: string | undefined): Reply {
  if (!property.endpoints.some((one) => one.id === id)) return notFound
  property.endpoints = property.endpoints.filter((one) => one.id !== id)
  property.gone.push(...property.deliveries.filter(({ endpointId }) => endpointId === id))
  property.deliveries = property.deliveries.filter(({ endpointId }) => endpointId !== id)
  world.deliveryFaults = world.deliveryFaults.filter(({ endpointId }) => endpointId !== id)
  return { status: 204 }
}

/** An id that the service has chosen must be one that nothing has. */
function newId({ id }: Chance, property: Property): string {
  if (!isUuid(id)) throw new Error(`no new id: ${id}`)
  const taken = [...property.payments, ...property.endpoints].some((one) => one.id === id)
  if (taken) throw new Error(`the new id ${id} is another's`)
  return id
}
