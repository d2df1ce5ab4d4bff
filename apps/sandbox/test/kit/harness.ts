import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Booking } from '@svc/models'
import type { BookingChanges, BookingInput, Message, MessageInput } from '@svc/control'
import type { FastifyPluginAsync } from 'fastify'
import { openClock } from '../../src/clock/clock.ts'
import { apiPlugin } from '../../src/http/api.ts'
import { type AppOptions, createApp } from '../../src/http/app.ts'
import { metaPlugin } from '../../src/http/meta.ts'
import { createRuntime } from '../../src/runtime.ts'
import { createApiKey, deleteApiKey } from '../../src/service/api-keys.ts'
import { cancelBooking, createBooking, updateBooking } from '../../src/service/booking-changes.ts'
import type { ServiceContext, TargetPolicy } from '../../src/service/context.ts'
import { createMessage } from '../../src/service/messages.ts'
import { setAllowedOrigins } from '../../src/service/origins.ts'
import { createProperty } from '../../src/service/properties.ts'
import { openStorage } from '../../src/storage/open.ts'
import { openRateLimiter } from '../../src/storage/rate-limiter.ts'
import { createSecretBox } from '../../src/storage/secret-box.ts'
import type { Db, Storage } from '../../src/storage/storage.ts'
import { type Call, asCaller, createSender } from './caller.ts'
import { freshSchema, postgresUrl } from './postgres.ts'

/** Every kind of storage that must behave alike (DESIGN 1). */
export const kinds = ['memory', 'file', 'postgres'] as const
export type Kind = (typeof kinds)[number]

/** 21 November 2026, noon UTC: where the virtual clock of a harness starts and stands. */
export const noon = Date.UTC(2026, 10, 21, 12)

export interface HarnessOptions extends Partial<AppOptions> {
  targets?: TargetPolicy
  /** Requests a minute. @default no limit */
  rateLimit?: number
  secretKey?: string
  /** Plugins of the client API's scope, before its own. @default none */
  scopes?: FastifyPluginAsync[]
}

/** A property with a key: tests that share a harness do not share a property. */
export interface Tenant {
  id: string
  key: string
  keyId: string
  /** The client API with the property's key. */
  call: Call
  createBooking(input?: BookingInput): Promise<Booking>
  updateBooking(id: string, changes: BookingChanges): Promise<Booking>
  cancelBooking(id: string): Promise<Booking>
  createMessage(input: MessageInput): Promise<Message>
  allow(...origins: string[]): Promise<void>
  dropKey(): Promise<void>
  /** The envelopes that wait for delivery or were delivered, oldest first. */
  envelopes(): Promise<{ id: string; type: string; property_id: string; created_at: string; data: unknown }[]>
}

export interface Harness {
  url: string
  storage: Storage
  context: ServiceContext
  advance(seconds: number): Promise<void>
  tenant(): Promise<Tenant>
  /** A bare request: nothing is added. */
  send: Call
  [Symbol.asyncDispose](): Promise<void>
}

async function openKind(kind: Kind): Promise<{ storage: Storage; remove(): Promise<void> }> {
  if (kind === 'memory') {
    return { storage: await openStorage({ database: ':memory:' }), remove: () => Promise.resolve() }
  }
  if (kind === 'postgres') {
    const storage = await openStorage({ database: await postgresUrl(), schema: freshSchema() })
    return { storage, remove: () => Promise.resolve() }
  }
  const folder = await mkdtemp(join(tmpdir(), 'svc-'))
  const storage = await openStorage({ database: join(folder, 'sandbox.db') })
  return { storage, remove: () => rm(folder, { recursive: true }) }
}

/**
 * The client API built from its parts, for tests that look behind it: at rows, at failures, at time-outs. What can be
 * seen from outside is tested on a whole sandbox (`api-harness.ts`).
 */
export async function openHarness(kind: Kind, options: HarnessOptions = {}): Promise<Harness> {
  const { targets = 'local', secretKey, rateLimit, scopes = [], ...app } = options
  const { storage, remove } = await openKind(kind)
  const clock = await openClock({ storage, mode: 'manual', now: noon })
  const runtime = createRuntime({ clock })
  const context: ServiceContext = { runtime, secrets: createSecretBox(secretKey), targets, storage }
  const fastify = createApp({ runtime, ...app })
  const rateLimiter = await openRateLimiter({ storage, clock, limit: rateLimit ?? 'off' })
  await fastify.register(apiPlugin({ storage, context, rateLimiter, scopes }))
  await fastify.register(metaPlugin({ storage }))
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`
  const { send, close } = createSender(url)

  async function tenant(): Promise<Tenant> {
    const { id, key, keyId } = await storage.write(async (tx) => {
      const property = await createProperty(context, tx, { name: 'A hostel' })
      const made = await createApiKey(context, tx, property.id)
      return { id: property.id, key: made.key, keyId: made.id }
    })
    const write = <T>(work: (tx: Db) => Promise<T>) => storage.write(work)
    return {
      id,
      key,
      keyId,
      call: asCaller(send, key),
      createBooking: (input) => write((tx) => createBooking(context, tx, id, input)),
      updateBooking: (bookingId, changes) =>
        write((tx) => updateBooking(context, tx, id, bookingId, changes)),
      cancelBooking: (bookingId) => write((tx) => cancelBooking(context, tx, id, bookingId)),
      createMessage: (input) => write((tx) => createMessage(context, tx, id, input)),
      allow: async (...origins) => void (await write((tx) => setAllowedOrigins(tx, id, origins))),
      dropKey: () => write((tx) => deleteApiKey(tx, id, keyId)),
      async envelopes() {
        const rows = await storage.db
          .selectFrom('deliveries')
          .select('body')
          .where('property_id', '=', id)
          .orderBy('seq')
          .execute()
        return rows.map(({ body }) => JSON.parse(body))
      },
    }
  }

  return {
    url,
    storage,
    context,
    send,
    tenant,
    advance: (seconds) => clock.advanceTo(clock.now() + Math.round(seconds * 1_000)),
    async [Symbol.asyncDispose]() {
      await close()
      await fastify.close()
      clock.close()
      await storage.close()
      await remove()
    },
  }
}
