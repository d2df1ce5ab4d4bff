import type { Call } from '../../../sandbox/test/kit/index.ts'
import type { Request } from './reference/client-api.ts'
import type { World } from './reference/world.ts'
import type { CallStep, Flaw } from './script.ts'

/** The few bookings, guests and keys that scripts speak of: the same in every property. */
export const bookingId = (index: number) => `b0000000-0000-4000-8000-00000000000${index}`
export const guestId = (index: number) => `90000000-0000-4000-8000-00000000000${index}`
export const idempotencyKey = (index: number) => `1de00000-0000-4000-8000-00000000000${index}`
const nobody = 'ffffffff-0000-4000-8000-000000000000'
const room = 'a0000000-0000-4000-8000-000000000000'

export const nights = (days: readonly number[]) =>
  days.map((day) => ({ date: `2026-12-0${day}`, amount: 1_000 * day, room, bed: room }))

/** One of them, or nothing: whatever the script's number is. */
export function pick<T>(things: readonly T[], index: number): T | undefined {
  return things[index % (things.length + 1)]
}

/** The call that a step means in this world. */
export function requestOf(step: CallStep, world: World, receiversUrl: string): Request {
  const { what, property: index, node, target = 0, flaw } = step
  const property = world.properties[index]
  if (!property) throw new Error('no such property')
  const payment = `/payments/${pick(property.payments, target)?.id ?? nobody}`
  const endpoint = `/webhooks/${pick(property.endpoints, target)?.id ?? nobody}`
  const calls: Record<CallStep['what'], [Request['method'], string]> = {
    'create payment': ['POST', '/payments'],
    'update payment': ['PATCH', payment],
    'delete payment': ['DELETE', payment],
    'list payments': ['GET', '/payments'],
    'list bookings': ['GET', '/bookings'],
    'get booking': ['GET', `/bookings/${bookingId(target)}`],
    'create endpoint': ['POST', '/webhooks'],
    'update endpoint': ['PATCH', endpoint],
    'delete endpoint': ['DELETE', endpoint],
    'list endpoints': ['GET', '/webhooks'],
    'list deliveries': ['GET', `${endpoint}/deliveries`],
  }
  const [method, path] = calls[what]
  const request: Request = { node, property: index, method, path }
  if (flaw === 'upper case') request.path = path.replace(/[0-9a-f-]{36}/, (id) => id.toUpperCase())
  if (step.query) request.query = named(step.query)
  if (flaw === 'no api key') request.apiKey = 'missing'
  if (flaw === 'wrong api key') request.apiKey = 'wrong'
  if (method === 'GET' || method === 'DELETE') return request

  request.body = flaw === 'no JSON' ? '{"amount":' : bodyOf(step, `${receiversUrl}/${property.id}`)
  const key = keyOf(step.key ?? 0, flaw)
  if (key !== undefined) request.idempotencyKey = key
  if (flaw === 'no content type') request.contentType = 'missing'
  if (flaw === 'text/plain') request.contentType = 'text/plain'
  return request
}

function keyOf(index: number, flaw: Flaw | undefined): string | undefined {
  const key = idempotencyKey(index)
  switch (flaw) {
    case 'no idempotency key':
      return undefined
    case 'bad idempotency key':
      return key.replace('-4', '-1')
    case 'quoted idempotency key':
      return `"${key}"`
    case 'upper case':
      return key.toUpperCase()
    default:
      return key
  }
}

function bodyOf({ body = {} }: CallStep, receiver: string): Record<string, unknown> {
  const { bid, gid, url } = body
  return {
    ...body,
    ...(typeof bid === 'number' && { bid: bookingId(bid) }),
    ...(typeof gid === 'number' && { gid: guestId(gid) }),
    ...(typeof url === 'number' && { url: `${receiver}/${url}` }),
  }
}

function named(query: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      value
        .replace(/^booking (\d)$/, bookingId(0))
        .replace(/^guest (\d)$/, (_, at: string) => guestId(Number(at))),
    ]),
  )
}

/** How the call goes over the wire. */
export function sent(
  request: Request,
  apiKey: string,
  flaw: Flaw | undefined,
): { path: string; options: Parameters<Call>[2] } {
  const { path, query = {}, body, idempotencyKey: key, contentType } = request
  const alias = flaw === 'alias' && path.startsWith('/webhooks')
  const search = new URLSearchParams(query).toString()
  const headers: Record<string, string> = {}
  if (request.apiKey !== 'missing') headers['x-api-key'] = request.apiKey === 'wrong' ? 'svc_wrong' : apiKey
  if (key !== undefined) headers['idempotency-key'] = key
  if (body !== undefined && contentType !== 'missing')
    headers['content-type'] = contentType ?? 'application/json'
  return {
    path: `${alias ? '' : '/api/v1'}/client${path}${search && '?'}${search}`,
    options: { body, headers },
  }
}
