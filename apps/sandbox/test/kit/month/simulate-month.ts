import type { Payment } from '@svc/models'
import { openClock } from '../../../src/clock/clock.ts'
import { advanceClock } from '../../../src/delivery/advance.ts'
import { createDeliveryEngine } from '../../../src/delivery/engine.ts'
import { createRetention } from '../../../src/ops/retention.ts'
import { createRuntime } from '../../../src/runtime.ts'
import { cancelBooking, createBooking, updateBooking } from '../../../src/service/booking-changes.ts'
import type { ServiceContext } from '../../../src/service/context.ts'
import { createMessage } from '../../../src/service/messages.ts'
import { createPayment, updatePayment } from '../../../src/service/payments.ts'
import { createProperty } from '../../../src/service/properties.ts'
import {
  createEndpoint,
  deleteEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from '../../../src/service/webhook-endpoints.ts'
import { openStorage } from '../../../src/storage/open.ts'
import { selectQueueState } from '../../../src/storage/queries/delivery-log.ts'
import { createSecretBox } from '../../../src/storage/secret-box.ts'
import type { Db } from '../../../src/storage/storage.ts'
import { freshDatabase, type Kind } from '../databases.ts'
import { noon } from '../noon.ts'
import { type Booked, Ledger, type Mood } from './ledger.ts'

export interface MonthOptions {
  kind: Kind
  properties: number
  days: number
  /** Numbers in [0, 1). */
  random: () => number
}

/** What a month was like. */
export interface Month {
  /** What should not have happened. */
  complaints: string[]
  events: number
  attempts: number
  dead: number
  removedByAge: number
  endpointsDeleted: number
  /** What waits at the end. */
  waiting: Record<string, number>
}

const kept = { delivered: 7, dead: 14 }
const eventSets = [
  [
    'payment.created',
    'payment.updated',
    'booking.created',
    'booking.updated',
    'booking.cancelled',
    'message.received',
  ],
  ['payment.created', 'payment.updated'],
  ['booking.created', 'booking.cancelled', 'message.received'],
]

/**
 * A month of many hostels on the virtual clock, without a network: they book, pay and write; receivers fail, hang and
 * recover; people switch endpoints off and on, rotate secrets, delete endpoints, resend what is dead; retention runs
 * each night. After every step the books of the receivers are compared with what they must be.
 */
export async function simulateMonth({ kind, properties, days, random }: MonthOptions): Promise<Month> {
  const storage = await openStorage(await freshDatabase(kind))
  const clock = await openClock({ storage, mode: 'manual', now: noon })
  const runtime = createRuntime({ clock })
  const secrets = createSecretBox()
  const context: ServiceContext = { runtime, secrets, targets: 'public', storage }
  const ledger = new Ledger(() => clock.now())
  const engine = createDeliveryEngine({
    storage,
    runtime,
    secrets,
    targets: 'public',
    attempt: ledger.attempt,
  })
  engine.start()
  const retention = createRetention({ storage, clock, deliveredDays: kept.delivered, deadDays: kept.dead })

  const one = <T>(things: readonly T[]): T | undefined => things[Math.floor(random() * things.length)]
  const month: Month = {
    complaints: ledger.complaints,
    events: 0,
    attempts: 0,
    dead: 0,
    removedByAge: 0,
    endpointsDeleted: 0,
    waiting: {},
  }
  let receivers = 0

  interface Hostel {
    id: string
    /** Things that happen at each moment, on average. */
    busy: number
    bookings: string[]
    payments: string[]
  }

  async function addEndpoint(tx: Db, { id: propertyId }: Hostel): Promise<void> {
    const url = `https://receiver.example/${receivers++}`
    const events = one(eventSets)!
    const { id, secret } = await createEndpoint(context, tx, propertyId, { url, events: events as never })
    ledger.endpoints.set(url, {
      id,
      url,
      propertyId,
      secret,
      events,
      mood: 'fine',
      onSince: clock.now(),
      deleted: false,
      expected: [],
    })
  }

  /** One thing that happens in a hostel, and what the world must hear of it. */
  async function happen(tx: Db, hostel: Hostel): Promise<void> {
    const { id, bookings, payments } = hostel
    const fired = (type: string, subject: string) => {
      month.events += 1
      ledger.fired(id, type, subject)
    }
    const booking = one(bookings)
    const payment = one(payments)
    const dice = random()
    if (dice < 0.3 || booking === undefined) {
      const made = await createBooking(context, tx, id)
      bookings.push(made.id)
      fired('booking.created', made.id)
    } else if (dice < 0.6 || payment === undefined) {
      const made = await createPayment(context, tx, id, {
        amount: '20',
        paymentMethod: 'Cash',
        type: 'income',
      })
      const { id: paymentId } = JSON.parse(made.json) as Payment
      payments.push(paymentId)
      fired('payment.created', paymentId)
    } else if (dice < 0.75) {
      // No two are the same, so each is a change (D11).
      const amount = `${month.events}.5`
      await updatePayment(context, tx, id, payment, { amount })
      fired('payment.updated', payment)
    } else if (dice < 0.85) {
      await updateBooking(context, tx, id, booking, { description: `${month.events}` })
      fired('booking.updated', booking)
    } else if (dice < 0.92) {
      const { id: messageId } = await createMessage(context, tx, id, { bookingId: booking, content: 'Hello' })
      fired('message.received', messageId)
    } else {
      await cancelBooking(context, tx, id, booking)
      hostel.bookings = bookings.filter((other) => other !== booking)
      fired('booking.cancelled', booking)
    }
  }

  /** What people do to an endpoint, or its receiver does by itself. */
  async function meddle(tx: Db, hostel: Hostel, endpoint: Booked): Promise<void> {
    const { id, propertyId } = endpoint
    const dice = random()
    if (dice < 0.5) {
      endpoint.mood = endpoint.mood === 'fine' ? one<Mood>(['failing', 'failing', 'hanging'])! : 'fine'
    } else if (dice < 0.75) {
      const is_active = endpoint.onSince === null
      await updateEndpoint(context, tx, propertyId, id, { is_active })
      endpoint.onSince = is_active ? clock.now() : null
    } else if (dice < 0.9) {
      endpoint.secret = (await rotateEndpointSecret(context, tx, propertyId, id, {})).secret
    } else {
      await deleteEndpoint(tx, propertyId, id)
      endpoint.deleted = true
      month.endpointsDeleted += 1
      await addEndpoint(tx, hostel)
    }
  }

  async function resendDead(): Promise<void> {
    const dead = [...ledger.endpoints.values()].flatMap((endpoint) =>
      endpoint.deleted || endpoint.mood !== 'fine'
        ? []
        : endpoint.expected.flatMap(({ delivery }) =>
            delivery?.status === 'dead' ? [{ id: delivery.id, propertyId: endpoint.propertyId }] : [],
          ),
    )
    const { id, propertyId } = one(dead) ?? {}
    if (
      id === undefined ||
      propertyId === undefined ||
      (await storage.db.selectFrom('deliveries').select('id').where('id', '=', id).execute()).length === 0
    )
      return
    ledger.resending = true
    await engine.resend(propertyId, id)
    ledger.resending = false
  }

  async function checkRows(): Promise<void> {
    const rows = await storage.db
      .selectFrom('deliveries')
      .select(['id', 'endpoint_id', 'status', 'attempts', 'next_attempt_at', 'lease_token'])
      .orderBy('seq')
      .execute()
    const stored = Map.groupBy(rows, ({ endpoint_id }) => endpoint_id)
    const wanted = [...ledger.endpoints.values()].filter(({ deleted }) => !deleted)
    for (const endpoint of wanted) {
      const expected = Ledger.kept(endpoint, clock.now(), kept)
        .map(({ id, status, attempts, next }) => `${id} ${status} ${attempts} ${next} null`)
        .toSorted()
      const got = (stored.get(endpoint.id) ?? [])
        .map((row) => `${row.id} ${row.status} ${row.attempts} ${row.next_attempt_at} ${row.lease_token}`)
        .toSorted()
      stored.delete(endpoint.id)
      const odd = [
        ...expected.filter((text) => !got.includes(text)),
        '/',
        ...got.filter((text) => !expected.includes(text)),
      ]
      if (odd.length > 1)
        ledger.complaints.push(`the rows of ${endpoint.url}: expected / got: ${odd.slice(0, 6).join(', ')}`)
    }
    if (stored.size > 0) ledger.complaints.push(`deliveries of ${stored.size} endpoints that are gone`)
  }

  const hostels = await storage.write(async (tx) => {
    const made: Hostel[] = []
    for (let index = 0; index < properties; index++) {
      const { id } = await createProperty(context, tx, { name: `Hostel ${index}` })
      const hostel = { id, busy: index % 5 === 0 ? 2 : 0.3, bookings: [], payments: [] }
      await addEndpoint(tx, hostel)
      if (index % 3 === 0) await addEndpoint(tx, hostel)
      made.push(hostel)
    }
    return made
  })

  const momentsADay = 6
  try {
    for (let day = 0; day < days; day++) {
      for (let moment = 0; moment < momentsADay; moment++) {
        await advanceClock({ clock, engine, storage, seconds: 86_400 / momentsADay })
        await storage.write(async (tx) => {
          for (const hostel of hostels) {
            const endpoint = one(ledger.of(hostel.id))
            if (endpoint && random() < 0.04) await meddle(tx, hostel, endpoint)
            for (let left = hostel.busy; left > random(); left -= 1) await happen(tx, hostel)
          }
          await storage.notify(tx, 'deliveries')
        })
        await engine.settled()
        await resendDead()
        ledger.checkHeard()
        // One error brings others: the first ones say what it was.
        if (ledger.complaints.length > 0) return month
      }
      month.removedByAge += (await retention.run()).deliveries
      await checkRows()
    }
    // Everybody is well again and switched on: then nothing may be left waiting.
    await storage.write(async (tx) => {
      for (const endpoint of ledger.endpoints.values()) {
        endpoint.mood = 'fine'
        if (endpoint.deleted || endpoint.onSince !== null) continue
        await updateEndpoint(context, tx, endpoint.propertyId, endpoint.id, { is_active: true })
        endpoint.onSince = clock.now()
      }
    })
    await advanceClock({ clock, engine, storage, seconds: 3 * 3_600 })
    month.removedByAge += (await retention.run()).deliveries
    await checkRows()
    const all = [...ledger.endpoints.values()].flatMap(({ expected }) => expected)
    month.waiting = (await selectQueueState(storage.db)).waiting
    month.attempts = ledger.attempts
    month.dead = all.filter(({ delivery }) => delivery?.status === 'dead').length
    return month
  } finally {
    await engine.stop({ graceMs: 0 })
    clock.close()
    await storage.close()
  }
}
