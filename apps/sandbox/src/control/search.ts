import type { Hit } from '@svc/control'
import type { Booking, Payment } from '@svc/models'
import { findById, findGuestsByName } from '../storage/queries/search.ts'
import { selectEndpoints } from '../storage/queries/webhook-endpoints.ts'
import type { Db } from '../storage/storage.ts'
import { readId } from '../service/wire.ts'
import type { RequestLog } from './request-log.ts'

const mostHits = 20
const mostOfAKind = 6

export interface SearchOptions {
  db: Db
  log: Pick<RequestLog, 'list'>
  propertyId: string
  /** What is looked for, as it was typed. */
  q: string
}

/** What an id, a key or a name belongs to. */
export async function search({ db, log, propertyId, q }: SearchOptions): Promise<Hit[]> {
  const text = q.trim()
  if (text === '') return []
  const id = readId(text)
  const found = id ? await byId(db, propertyId, id) : await byName(db, propertyId, text)
  return [...found, ...inLog(log, propertyId, text)].slice(0, mostHits)
}

async function byId(db: Db, propertyId: string, id: string): Promise<Hit[]> {
  const rows = await findById(db, propertyId, id)
  const say = (kind: Hit['kind'], title: string, detail = ''): Hit[] => [{ kind, id, title, detail }]
  const hits: Hit[] = []
  if (rows.booking) {
    const { guest, status } = JSON.parse(rows.booking.json) as Booking
    hits.push(...say('booking', nameOf(guest), status))
  }
  if (rows.payment) {
    const { name, amount, type } = JSON.parse(rows.payment.json) as Payment
    hits.push(...say('payment', name, `${amount} ${type}`))
  }
  const { guest, event, delivery, endpoint, apiKey } = rows
  if (guest) {
    hits.push(...say('guest', nameOf(guest), guest.email))
  }
  if (event) hits.push(...say('event', event.type))
  if (delivery) hits.push(...say('delivery', delivery.event_type, delivery.status))
  if (endpoint) hits.push(...say('endpoint', endpoint.url))
  if (apiKey) hits.push(...say('api_key', apiKey.name, `${apiKey.hint}…`))
  return hits
}

async function byName(db: Db, propertyId: string, text: string): Promise<Hit[]> {
  const guests = await findGuestsByName(db, propertyId, text, mostOfAKind)
  const endpoints = (await selectEndpoints(db, propertyId))
    .filter(({ url }) => url.toLowerCase().includes(text.toLowerCase()))
    .slice(0, mostOfAKind)
  return [
    ...guests.map((row): Hit => ({
      kind: 'booking',
      id: row.booking_id,
      title: nameOf(row),
      detail: [row.status, row.first_night].filter(Boolean).join(', '),
    })),
    ...endpoints.map(({ id, url }): Hit => ({ kind: 'endpoint', id, title: url, detail: '' })),
  ]
}

/** Requests by their id, or by an idempotency key. */
function inLog(log: Pick<RequestLog, 'list'>, propertyId: string, text: string): Hit[] {
  const named = log.list({ property_id: propertyId, search: text, limit: 200 })
  const request = named.find(({ id }) => id === text.toLowerCase())
  const keyed = named.find(({ idempotency_key }) => idempotency_key === text)
  return [
    ...(request
      ? [
          {
            kind: 'request' as const,
            id: request.id,
            title: `${request.method} ${request.path}`,
            detail: String(request.status),
          },
        ]
      : []),
    ...(keyed
      ? [{ kind: 'idempotency_key' as const, id: text, title: text, detail: `${keyed.method} ${keyed.path}` }]
      : []),
  ]
}

function nameOf(guest: {
  first_name?: string | undefined
  last_name?: string | undefined
  email?: string | undefined
}): string {
  return `${guest.first_name ?? ''} ${guest.last_name ?? ''}`.trim() || guest.email || ''
}
