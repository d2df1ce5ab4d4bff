import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Booking } from '@svc/models'
import type { BookingChanges, BookingInput, Message, MessageInput, SandboxControl } from '@svc/control'
import { type SandboxOptions, startSandbox } from '../../src/index.ts'
import { type Call, asCaller, createSender } from './caller.ts'
import { type Kind, noon } from './harness.ts'
import { freshSchema, postgresUrl } from './postgres.ts'

/** A property with a key: tests that share a harness do not share a property. */
export interface Tenant {
  id: string
  key: string
  control: SandboxControl
  /** The client API with the property's key. */
  call: Call
  createBooking(input?: BookingInput): Promise<Booking>
  updateBooking(id: string, changes: BookingChanges): Promise<Booking>
  cancelBooking(id: string): Promise<void>
  createMessage(input: MessageInput): Promise<Message>
  allow(...origins: string[]): Promise<string[]>
  dropKey(): Promise<void>
  /** The envelopes of the last 100 deliveries, oldest first. */
  envelopes(): Promise<{ id: string; type: string; property_id: string; created_at: string; data: unknown }[]>
}

export interface ApiHarness extends AsyncDisposable {
  url: string
  control: SandboxControl
  /** A bare request: nothing is added. */
  send: Call
  tenant(): Promise<Tenant>
  /** The virtual now as the wire writes it. */
  now(): Promise<string>
  /** Moves the virtual clock, without waiting for deliveries. */
  advance(seconds: number): Promise<void>
}

async function freshDatabase(
  kind: Kind,
): Promise<{ database: string; schema?: string; remove(): Promise<void> }> {
  if (kind === 'memory') return { database: ':memory:', remove: () => Promise.resolve() }
  if (kind === 'postgres') {
    return { database: await postgresUrl(), schema: freshSchema(), remove: () => Promise.resolve() }
  }
  const folder = await mkdtemp(join(tmpdir(), 'svc-'))
  return { database: join(folder, 'sandbox.db'), remove: () => rm(folder, { recursive: true }) }
}

/**
 * A sandbox on a storage of this kind, behind a real port of the loopback, on a clock that stands still. It makes
 * deliveries and sends none (role `api`), so that tests of the API reach no address and meet no delivery half-way.
 */
export async function openApi(kind: Kind, options: SandboxOptions = {}): Promise<ApiHarness> {
  const { remove, ...database } = await freshDatabase(kind)
  const sandbox = await startSandbox({
    clock: 'manual',
    now: noon,
    rateLimit: 'off',
    role: 'api',
    ...database,
    ...options,
  })
  const { url, control } = sandbox
  const { send, close } = createSender(url)

  async function tenant(): Promise<Tenant> {
    const { id } = await control.properties.create({ name: 'A hostel' })
    const own = control.property(id)
    const key = await own.apiKeys.create()
    return {
      id,
      key: key.key,
      control: own,
      call: asCaller(send, key.key),
      createBooking: (input) => own.bookings.create(input),
      updateBooking: (bookingId, changes) => own.bookings.update(bookingId, changes),
      cancelBooking: (bookingId) => own.bookings.cancel(bookingId),
      createMessage: (input) => own.messages.send(input),
      allow: (...origins) => own.origins.set(origins),
      dropKey: () => own.apiKeys.delete(key.id),
      async envelopes() {
        const { results } = await own.deliveries.list({ limit: 100 })
        return results.toReversed().map(({ body }) => JSON.parse(body))
      },
    }
  }

  const now = async () => (await control.clock.get()).now
  return {
    url,
    control,
    send,
    tenant,
    now,
    async advance(seconds) {
      await control.clock.set({ now: new Date(Date.parse(await now()) + seconds * 1_000) })
    },
    async [Symbol.asyncDispose]() {
      await close()
      await sandbox.close()
      await remove()
    },
  }
}
