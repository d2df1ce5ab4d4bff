import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openClock, type StoredClock } from '../../src/clock/clock.ts'
import type { Runtime } from '../../src/runtime.ts'
import { pause } from '../../src/timers.ts'
import type { OpenStorageOptions } from '../../src/storage/open-options.ts'
import { openStorage } from '../../src/storage/open.ts'
import { insertDeliveries } from '../../src/storage/queries/deliveries.ts'
import type { Storage } from '../../src/storage/storage.ts'
import {
  createDeliveryEngine,
  type DeliveryEngine,
  type DeliveryEngineOptions,
} from '../../src/delivery/engine.ts'

/** What tests of the engine share: a database with a property, receivers on loopback, and engines on a clock. */
export interface Lab extends AsyncDisposable {
  storage: Storage
  clock: StoredClock
  runtime: Runtime
  propertyId: string
  /** An engine on the lab's storage, stopped at the end. Not started. */
  engine(options?: Partial<DeliveryEngineOptions>): DeliveryEngine
  /** An engine on a connection and a clock of its own, as another node has them. Only on PostgreSQL. */
  node(options?: Partial<DeliveryEngineOptions>): Promise<DeliveryEngine>
  receiver(answer?: Answer): Promise<Receiver>
  endpoint(url: string, row?: { is_active?: number; secret?: string }): Promise<string>
  /** Deliveries due now, or at `due`. Returns their ids in order. */
  deliveries(
    endpointId: string,
    count: number,
    row?: { due?: number; status?: 'pending' | 'failed' },
  ): Promise<string[]>
  delivery(id: string): ReturnType<typeof selectDelivery>
  attempts(id: string): ReturnType<typeof selectAttempts>
}

export interface Received {
  id: string
  headers: IncomingHttpHeaders
  body: string
  /** The virtual time of arrival. */
  at: number
}

export type Answer = (received: Received, response: ServerResponse) => void

export interface Receiver {
  url: string
  received: Received[]
  ids: () => string[]
}

export const labSecret = 'whsec_of-the-lab'
const start = Date.parse('2026-03-01T12:00:00.000Z')

export async function openLab(
  options: Partial<OpenStorageOptions> & { mode?: 'real' | 'manual'; real?: () => number } = {},
): Promise<Lab> {
  const { mode = 'manual', real, ...opened } = options
  const where = { database: ':memory:', ...opened }
  const storage = await openStorage(where)
  const clock = await openClock({ storage, mode, now: start, ...(real ? { real } : {}) })
  const runtime: Runtime = { clock, uuid: () => randomUUID(), bytes: (size) => randomBytes(size) }
  const propertyId = randomUUID()
  const eventId = randomUUID()
  await storage.write(async (tx) => {
    await tx.insertInto('properties').values({ id: propertyId, name: 'Lab', created_at: start }).execute()
    await tx
      .insertInto('events')
      .values({
        id: eventId,
        property_id: propertyId,
        type: 'payment.created',
        data: '{}',
        created_at: start,
      })
      .execute()
  })
  const defaults = {
    storage,
    runtime,
    secrets: { seal: (plain: string) => plain, open: (sealed: string) => sealed },
    targets: 'local',
    // Nothing here waits for it: a test about attempts that end late says when. A busy machine keeps an answer for seconds.
    timeoutMs: 10_000,
  } as const
  const engines: DeliveryEngine[] = []
  const closers: (() => Promise<void>)[] = []

  return {
    storage,
    clock,
    runtime,
    propertyId,
    engine(overrides = {}) {
      const engine = createDeliveryEngine({ ...defaults, ...overrides })
      engines.push(engine)
      return engine
    },
    async node(overrides = {}) {
      const own = await openStorage(where)
      const ownClock = await openClock({ storage: own, ...(real ? { real } : {}) })
      const engine = createDeliveryEngine({
        ...defaults,
        storage: own,
        runtime: { ...runtime, clock: ownClock },
        ...overrides,
      })
      engines.push(engine)
      closers.push(async () => {
        ownClock.close()
        await own.close()
      })
      return engine
    },
    async receiver(answer = (_, response) => response.end('ok')) {
      const received: Received[] = []
      const server = createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk: Buffer) => chunks.push(chunk))
        request.on('end', () => {
          const { headers } = request
          const one = {
            id: String(headers['x-svc-delivery']),
            headers,
            body: Buffer.concat(chunks).toString(),
            at: clock.now(),
          }
          received.push(one)
          answer(one, response)
        })
      })
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      closers.push(
        () =>
          new Promise((resolve) => {
            server.close(() => resolve())
            server.closeAllConnections()
          }),
      )
      const { port } = server.address() as AddressInfo
      return { url: `http://127.0.0.1:${port}/hook`, received, ids: () => received.map(({ id }) => id) }
    },
    async endpoint(url, row = {}) {
      const id = randomUUID()
      await storage.write((tx) =>
        tx
          .insertInto('webhook_endpoints')
          .values({
            id,
            property_id: propertyId,
            url,
            secret: labSecret,
            previous_secret: null,
            previous_secret_until: null,
            events: '["payment.created"]',
            is_active: 1,
            created_at: clock.now(),
            updated_at: clock.now(),
            ...row,
          })
          .execute(),
      )
      return id
    },
    async deliveries(endpointId, count, { due = clock.now(), status = 'pending' } = {}) {
      const ids = Array.from({ length: count }, () => randomUUID())
      const rows = ids.map((id) => ({
        id,
        property_id: propertyId,
        endpoint_id: endpointId,
        event_id: eventId,
        event_type: 'payment.created',
        body: JSON.stringify({ id, type: 'payment.created' }),
        status,
        attempts: 0,
        ladder_attempts: 0,
        next_attempt_at: due,
        last_attempted_at: null,
        delivered_at: null,
        response_status: null,
        response_body: null,
        created_at: clock.now(),
        lease_until: null,
        lease_token: null,
        traceparent: null,
      }))
      for (let from = 0; from < rows.length; from += 1_000) {
        await storage.write(async (tx) => {
          await insertDeliveries(tx, rows.slice(from, from + 1_000))
          await storage.notify(tx, 'deliveries')
        })
      }
      return ids
    },
    delivery: (id) => selectDelivery(storage, id),
    attempts: (id) => selectAttempts(storage, id),
    async [Symbol.asyncDispose]() {
      await Promise.all(engines.map((engine) => engine.stop({ graceMs: 0 })))
      await Promise.all(closers.map((close) => close()))
      clock.close()
      await storage.close()
    },
  }
}

function selectDelivery({ db }: Storage, id: string) {
  return db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()
}

function selectAttempts({ db }: Storage, id: string) {
  return db.selectFrom('attempts').selectAll().where('delivery_id', '=', id).orderBy('seq').execute()
}

/** Waits for something that happens in real time. The limit is the test's own. */
export async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(2)
}
