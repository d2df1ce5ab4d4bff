import type { Attempt, ControlDelivery, DeliveryPage } from '@svc/control'
import { notFound } from '../../service/errors.ts'
import { toPage } from '../../service/page.ts'
import { getProperty } from '../../service/properties.ts'
import { readId, timestamp, timestampOrNull } from '../../service/wire.ts'
import {
  type LoggedDelivery,
  selectAttempts,
  selectDelivery,
  selectDeliveryIds,
  selectDeliveryPage,
} from '../../storage/queries/delivery-log.ts'
import type { Db } from '../../storage/storage.ts'
import type { ControlRoutes } from '../context.ts'
import { read } from '../read.ts'
import { deliveryQuery, resendInput } from '../schemas.ts'

/** Deliveries that one call resends. */
const maxResent = 10_000
/** Attempts of one such call that run at once: each may take five seconds. */
const resentAtOnce = 16

/** The delivery log with every attempt, and resending by hand (D18). */
export const deliveryRoutes: ControlRoutes = (fastify, { storage, engine }) => {
  type Pid = { Params: { pid: string } }
  type One = { Params: { pid: string; id: string } }

  async function oneOf({ pid, id }: One['Params']): Promise<LoggedDelivery> {
    const property = await getProperty(storage.db, pid)
    const deliveryId = readId(id)
    const row = deliveryId && (await selectDelivery(storage.db, property.id, deliveryId))
    if (!row) throw notFound('delivery', id)
    return row
  }

  fastify.get<Pid>('/properties/:pid/deliveries', async (request): Promise<DeliveryPage> => {
    const { page, limit, ...filter } = read(deliveryQuery, request.query)
    const property = await getProperty(storage.db, request.params.pid)
    const offset = (page - 1) * limit
    const { total, deliveries } = await selectDeliveryPage(storage.db, property.id, filter, { limit, offset })
    return toPage(await withAttempts(storage.db, deliveries), total, { page, limit })
  })

  fastify.get<One>('/properties/:pid/deliveries/:id', async (request) => {
    const [delivery] = await withAttempts(storage.db, [await oneOf(request.params)])
    return delivery
  })

  fastify.post<One>('/properties/:pid/deliveries/:id/resend', async (request) => {
    const { id } = await oneOf(request.params)
    return engine.resend(id)
  })

  fastify.post<Pid>('/properties/:pid/deliveries/resend', async (request) => {
    const { status, since } = read(resendInput, request.body)
    const property = await getProperty(storage.db, request.params.pid)
    const filter = { status, since: since === undefined ? undefined : Date.parse(since) }
    const waiting = await selectDeliveryIds(storage.db, property.id, filter, maxResent)
    const attempts: Attempt[] = []
    const resendNext = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
        attempts.push(await engine.resend(id))
    }
    await Promise.all(Array.from({ length: resentAtOnce }, resendNext))
    const delivered = attempts.filter(({ outcome }) => outcome === 'delivered').length
    return { resent: attempts.length, delivered, failed: attempts.length - delivered }
  })
}

async function withAttempts(db: Db, deliveries: LoggedDelivery[]): Promise<ControlDelivery[]> {
  const attempts = new Map<string, Attempt[]>()
  const [first] = deliveries
  if (!first) return []
  for (const row of await selectAttempts(
    db,
    first.property_id,
    deliveries.map(({ id }) => id),
  )) {
    const log = attempts.get(row.delivery_id) ?? []
    attempts.set(row.delivery_id, log)
    log.push({
      number: row.number,
      kind: row.kind as Attempt['kind'],
      started_at: timestamp(row.started_at),
      duration_ms: row.duration_ms,
      outcome: row.outcome as Attempt['outcome'],
      response_status: row.response_status,
      response_body: row.response_body,
      error: row.error,
    })
  }
  return deliveries.map((row) => ({
    id: row.id,
    endpoint_id: row.endpoint_id,
    endpoint_url: row.endpoint_url,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status as ControlDelivery['status'],
    attempts: row.attempts,
    next_attempt_at: timestampOrNull(row.next_attempt_at),
    held: row.endpoint_is_active === 0 && row.next_attempt_at !== null,
    last_attempted_at: timestampOrNull(row.last_attempted_at),
    delivered_at: timestampOrNull(row.delivered_at),
    response_status: row.response_status,
    response_body: row.response_body,
    created_at: timestamp(row.created_at),
    body: row.body,
    attempt_log: attempts.get(row.id) ?? [],
  }))
}
