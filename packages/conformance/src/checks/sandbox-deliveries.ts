import {
  createdWebhookEndpointSchema,
  deliveryListSchema,
  type Delivery,
  eventTypes,
  limits,
} from '@svc/models'
import { check as checkSignature } from '@svc/signing'
import type { SandboxControl } from '@svc/control'
import { type Inbox, InboxTimeoutError, openInbox, type ReceivedDelivery } from '@svc/testing'
import type { Check, CheckContext } from '../check.ts'
import { expectStatus, expectThat, expectValid, keyed } from '../expect.ts'
import { sendEndpoint } from '../things/endpoints.ts'
import { record, stored } from '../things/payments.ts'
import { Violation } from '../verdict.ts'

interface Receiver {
  context: CheckContext
  control: SandboxControl
  inbox: Inbox
  endpointId: string
  secret: string
  /** The deliveries as the client API lists them. */
  deliveries(): Promise<Delivery[]>
}

/** Runs a check with an endpoint of its own that sends to an inbox here; the endpoint is gone afterwards. */
function withReceiver(run: (receiver: Receiver) => Promise<string | void>): Check['run'] {
  return async (context) => {
    const { control, probe } = context
    if (!control) throw new Error('needs an admin token')
    // No `await using`: Node 22 runs this file as it is, from a clone.
    const inbox = await openInbox({ control })
    try {
      const exchange = await sendEndpoint(context, { url: inbox.url, events: eventTypes })
      expectStatus(exchange, 201)
      const endpoint = expectValid(exchange, createdWebhookEndpointSchema)
      inbox.secret = endpoint.secret
      const path = `${context.ways.webhooks}/${endpoint.id}`
      try {
        return await run({
          context,
          control,
          inbox,
          endpointId: endpoint.id,
          secret: endpoint.secret,
          async deliveries() {
            const listed = await probe.send({ method: 'GET', path: `${path}/deliveries` })
            expectStatus(listed, 200)
            return expectValid(listed, deliveryListSchema)
          },
        })
      } catch (error) {
        throw error instanceof InboxTimeoutError ? new Violation(error.message) : error
      } finally {
        await probe.send({ method: 'DELETE', path })
      }
    } finally {
      await inbox.close()
    }
  }
}

const needs = ['destructive', 'admin'] as const

function expectSound(delivery: ReceivedDelivery): void {
  const { type, problems, text } = delivery
  const where = problems.map(({ path, message }) => `${path} ${message}`).join('; ')
  expectThat(problems.length === 0, `${type} breaks spec 6: ${where}: ${text.slice(0, 300)}`)
}

/** What receivers get: headers, signature, envelope, retries (spec 6, 8, 3; D11, D13, D14, D17–D19). */
export const sandboxDeliveryChecks: Check[] = [
  {
    id: 'booking-events',
    row: '6',
    title: 'bookings and messages fire their events, in the shapes of the specification',
    needs,
    run: withReceiver(async ({ context, control, inbox }) => {
      const booking = await control.bookings.create()
      context.cleanUp(`booking ${booking.id}`, () => control.bookings.cancel(booking.id))
      const match = ({ event }: ReceivedDelivery) =>
        (event.data as { bookingId?: string }).bookingId === booking.id
      const created = await inbox.next('booking.created', { match })
      expectSound(created)
      const { room, total, dates } = created.event.data
      expectThat(
        room === booking.stay_dates[0]?.room && total === booking.total,
        'room or total is not the booking’s',
      )
      expectThat(dates.length === booking.stay_dates.length, 'dates are not the stay dates')

      await control.bookings.update(booking.id, { status: 'paid' })
      const short = await inbox.next('booking.updated', { match })
      expectSound(short)
      expectThat(
        Object.keys(short.event.data).toSorted().join() === 'bookingId,status',
        `after a status-only change data has ${Object.keys(short.event.data).join(', ')}`,
      )
      await control.bookings.update(booking.id, { description: 'changed', status: 'confirmed' })
      const full = await inbox.next('booking.updated', { match })
      expectSound(full)
      expectThat('dates' in full.event.data, 'a change of several fields sends the short shape (D17)')

      await control.messages.send({ bookingId: booking.id, content: 'Hi 👋' })
      const message = await inbox.next('message.received', { match })
      expectSound(message)
      expectThat(message.event.data.content === 'Hi 👋', 'content is not the message')
      await control.bookings.cancel(booking.id)
      expectSound(await inbox.next('booking.cancelled', { match }))
    }),
  },
  {
    id: 'sandbox-ladder',
    row: '8',
    title: 'five attempts after 1, 5, 30 and 120 minutes, then dead',
    needs,
    run: withReceiver(async ({ context, control, inbox, deliveries }) => {
      inbox.respond = { status: 503, body: 'closed' }
      await record(context)
      const first = await inbox.next('payment.created')
      await control.clock.advance(0)
      for (const [index, seconds] of limits.retryDelaysSeconds.entries()) {
        const [before] = await deliveries()
        expectThat(
          before?.status === 'failed' && before.attempts === index + 1,
          `after ${index + 1} attempts: ${before?.status}`,
        )
        await control.clock.advance(seconds - 1)
        expectThat(
          inbox.all().length === index + 1,
          `attempt ${index + 2} came before its ${seconds} s were over`,
        )
        await control.clock.advance(1)
        const retry = await inbox.next('payment.created', { timeoutMs: 2_000 })
        expectThat(
          retry.id === first.id && retry.text === first.text,
          'id or body changed between attempts (D14)',
        )
      }
      const [dead] = await deliveries()
      expectThat(
        dead?.status === 'dead' && dead.attempts === limits.deliveryAttempts,
        `in the end ${dead?.status}`,
      )
      expectThat(
        dead?.response_status === 503 && dead.response_body === 'closed',
        'the record has not the last answer',
      )
      await control.clock.advance(86_400)
      expectThat(inbox.all().length === limits.deliveryAttempts, 'a dead delivery was tried again')
    }),
  },
  {
    id: 'sandbox-retry',
    row: '3',
    title: 'a retry that is answered with 2xx is delivered',
    needs,
    run: withReceiver(async ({ context, control, inbox, deliveries }) => {
      inbox.respond = [500, 201]
      await record(context)
      await inbox.next('payment.created')
      await control.clock.advance(61)
      await inbox.next('payment.created')
      await control.clock.advance(0)
      const [delivery] = await deliveries()
      expectThat(delivery?.status === 'delivered' && delivery.attempts === 2, `it is ${delivery?.status}`)
      expectThat(
        delivery?.delivered_at !== null && delivery?.response_status === 201,
        'the record has not the answer',
      )
    }),
  },
  {
    id: 'rotated-secret',
    row: 'D14',
    title: 'a retry has the same bytes, signed with the secret of then',
    needs,
    run: withReceiver(async ({ context, control, inbox, endpointId, secret: old }) => {
      inbox.respond = [500, 200]
      await record(context)
      const first = await inbox.next('payment.created')
      await control.clock.advance(0)
      const { secret } = await control.webhooks.rotateSecret(endpointId)
      inbox.secret = [old, secret]
      await control.clock.advance(61)
      const retry = await inbox.next('payment.created')
      expectThat(retry.text === first.text && retry.id === first.id, 'the retry has other bytes')
      const header = retry.headers['x-svc-signature']
      expectThat(
        checkSignature(retry.rawBody, header, secret).ok,
        'the retry is not signed with the new secret',
      )
      return 'same id and bytes, current secret'
    }),
  },
  {
    id: 'booking-changes',
    row: 'D17',
    title: 'bookings through the control API: totals, and changes of nothing',
    needs,
    run: withReceiver(async ({ context, control, inbox }) => {
      const booking = await control.bookings.create({
        stay_dates: [
          { date: '2026-12-30', amount: 2_500 },
          { date: '2026-12-31', amount: 4_000 },
        ],
      })
      context.cleanUp(`booking ${booking.id}`, () => control.bookings.cancel(booking.id))
      expectThat(booking.total === 6_500, `the total of 2500 and 4000 is ${booking.total}`)
      await control.bookings.update(booking.id, { status: booking.status, description: booking.description })
      await control.clock.advance(0)
      expectThat(inbox.all('booking.updated').length === 0, 'a change of nothing fires booking.updated')
      return 'total is the sum of the nights; no change, no event'
    }),
  },
  {
    id: 'virtual-clock',
    row: 'D19',
    title: 'times are those of the virtual clock',
    needs,
    async run(context) {
      if (!context.control) throw new Error('needs an admin token')
      await context.control.clock.advance(7_200)
      const { payment } = await stored(context, (await record(context)).id)
      const date = String(payment['date'])
      const { now } = await context.control.clock.get()
      const apart = Math.abs(Date.parse(now) - Date.parse(date)) / 1000
      expectThat(apart < 10, `a payment of ${now} is dated ${date}`)
      return 'dated by the virtual clock'
    },
  },
  {
    id: 'held-deliveries',
    row: 'D13',
    title: 'an endpoint that is switched off gets nothing new, and its waiting deliveries are held',
    needs,
    after: ['envelope'],
    run: withReceiver(async ({ context, control, inbox, endpointId }) => {
      const path = `${context.ways.webhooks}/${endpointId}`
      const set = (is_active: boolean) =>
        context.probe.send({ method: 'PATCH', path, headers: keyed(), body: { is_active } })
      inbox.respond = [500, 200]
      const waiting = await record(context)
      await inbox.next('payment.created')
      await control.clock.advance(0)
      await set(false)
      await record(context)
      await control.clock.advance(3_600)
      expectThat(inbox.all().length === 1, 'a delivery came although the endpoint is off')
      await set(true)
      const held = await inbox.next('payment.created')
      expectThat(held.event.data.paymentId === waiting.id, 'an event that fired meanwhile was sent')
      return 'held until it is switched on'
    }),
  },
  {
    id: 'manual-resend',
    row: 'D18',
    title: 'a manual resend is one attempt outside the ladder',
    needs,
    run: withReceiver(async ({ context, control, inbox, deliveries }) => {
      inbox.respond = [500, 500, 200]
      await record(context)
      const first = await inbox.next('payment.created')
      await control.clock.advance(0)
      const id = first.id ?? ''
      await control.deliveries.resend(id)
      expectThat((await deliveries())[0]?.status === 'failed', 'a failed resend changed the status')
      await control.deliveries.resend(id)
      const [delivery] = await deliveries()
      expectThat(delivery?.status === 'delivered', `after a successful resend it is ${delivery?.status}`)
      const texts = new Set(inbox.all().map(({ text }) => text))
      expectThat(texts.size === 1, 'a resend has another body')
      return 'success delivers, failure changes nothing'
    }),
  },
]
