import { join } from 'node:path'
import { SvcClient } from '@svc/client'
import { eventTypes, limits } from '@svc/models'
import { deliveryHeaders } from '@svc/signing'
import { makeEvent, signedDelivery } from '@svc/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../sandbox/src/index.ts'
import { freshFolder, noon } from '../../../sandbox/test/kit/index.ts'
import { type ReceiverProgram, startReceiver } from './receiver-program.ts'

const cash = { amount: '120.50', paymentMethod: 'Cash', type: 'income' } as const
/** Minutes after the event at which attempts are due (spec 8): at once, then 1, 5, 30 and 120 after the one before. */
const ladder = [0, 1, 6, 36, 156]

describe('the reference receiver and the sandbox', () => {
  let sandbox: Sandbox
  let svc: SvcClient
  beforeEach(async () => {
    sandbox = await startSandbox({ clock: 'manual', now: noon })
    svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })
  })
  afterEach(async () => {
    await svc.close()
    await sandbox.close()
  })

  const deliveriesOf = async () => (await sandbox.control.deliveries.list()).results
  /** Minutes since the start at which each attempt was made, on the virtual clock. */
  const minutes = (attempts: { started_at: string }[]) =>
    attempts.map(({ started_at }) => (Date.parse(started_at) - noon) / 60_000)

  it('every kind of event arrives, verified, and is worked on', async () => {
    await using receiver = await startReceiver({ secret: 'whsec_not-yet' })
    const { secret } = await svc.webhooks.create({ url: receiver.url, events: [...eventTypes] })
    // The secret is known once the endpoint is: its receiver starts again with it, where the first one was.
    await receiver.stop()
    await using second = await startReceiver({ secret, port: receiver.port })

    const booking = await sandbox.control.bookings.create()
    await sandbox.control.bookings.update(booking.id, { status: 'paid' })
    const payment = await svc.payments.create({ ...cash, bid: booking.id })
    await svc.payments.update(payment.id, { amount: '99' })
    await sandbox.control.messages.send({ bookingId: booking.id, content: 'Is there a late check-in?' })
    await sandbox.control.bookings.cancel(booking.id)
    await sandbox.control.clock.advance(0)

    await expect
      .poll(() => second.lines.toSorted())
      .toEqual(
        [
          `booking ${booking.id}: new, ${booking.stay_dates.length} nights, status ${booking.status}`,
          `booking ${booking.id}: now paid`,
          `booking ${booking.id}: cancelled`,
          `payment ${payment.id}: income 120.5000, Cash`,
          `payment ${payment.id}: now 99.0000`,
          `message on booking ${booking.id}: "Is there a late check-in?"`,
        ].toSorted(),
      )
    const all = await deliveriesOf()
    expect(
      all.map(({ status, attempts, response_status }) => ({ status, attempts, response_status })),
    ).toEqual(Array.from({ length: 6 }, () => ({ status: 'delivered', attempts: 1, response_status: 200 })))
    expect(await second.stop()).toBe(0)
  })

  it('one with a wrong secret refuses five times, over two and a half hours; a resend reaches its successor', async () => {
    await using wrong = await startReceiver({ secret: 'whsec_of-another-endpoint' })
    const { id, secret } = await svc.webhooks.create({ url: wrong.url, events: ['payment.created'] })
    const payment = await svc.payments.create(cash)
    const { attempts } = await sandbox.control.clock.advance(3 * 3_600)
    expect(attempts).toBe(limits.deliveryAttempts)

    const [dead] = await deliveriesOf()
    expect(dead).toMatchObject({ status: 'dead', attempts: 5, next_attempt_at: null, response_status: 401 })
    expect(minutes(dead?.attempt_log ?? [])).toEqual(ladder)
    expect(
      dead?.attempt_log.every(
        ({ outcome, response_status }) => outcome === 'failed' && response_status === 401,
      ),
    ).toBe(true)
    expect(await svc.webhooks.deliveries(id)).toMatchObject([
      { status: 'dead', attempts: 5, response_status: 401 },
    ])
    expect(wrong.lines).toEqual([])

    await wrong.stop()
    await using right = await startReceiver({ secret, port: wrong.port })
    await sandbox.control.deliveries.resendAll({ status: 'dead' })
    await expect.poll(() => right.lines).toEqual([`payment ${payment.id}: income 120.5000, Cash`])
    expect((await deliveriesOf())[0]).toMatchObject({ status: 'delivered', attempts: 6 })
  })

  it('one that is down is found again by the attempt after it came back, at each step of the ladder', async () => {
    await using first = await startReceiver({ secret: 'whsec_not-yet' })
    const { url, port } = first
    await first.stop()
    const { secret } = await svc.webhooks.create({ url, events: ['payment.created'] })

    for (const step of [1, 2, 3, 4]) {
      const before = Date.parse((await sandbox.control.clock.get()).now)
      const payment = await svc.payments.create(cash)
      // The attempts so far found no receiver.
      await sandbox.control.clock.advance((ladder[step - 1] ?? 0) * 60)
      await using receiver = await startReceiver({ secret, port })
      await sandbox.control.clock.advance(3 * 3_600)
      await expect.poll(() => receiver.lines).toEqual([`payment ${payment.id}: income 120.5000, Cash`])
      const [delivery] = await deliveriesOf()
      expect(delivery).toMatchObject({ status: 'delivered', attempts: step + 1, response_status: 200 })
      expect(
        delivery?.attempt_log.map(({ started_at }) => (Date.parse(started_at) - before) / 60_000),
      ).toEqual(ladder.slice(0, step + 1))
    }
  })

  it('one that dies after it acknowledged works on what it has, and a repeated delivery changes nothing', async () => {
    const database = join(freshFolder(), 'receiver.db')
    await using first = await startReceiver({ secret: 'whsec_not-yet', database })
    const { secret } = await svc.webhooks.create({ url: first.url, events: ['payment.created'] })
    await first.stop()
    await using second = await startReceiver({ secret, port: first.port, database })
    const payment = await svc.payments.create(cash)
    await sandbox.control.clock.advance(0)
    const line = `payment ${payment.id}: income 120.5000, Cash`
    await expect.poll(() => second.lines).toEqual([line])
    await second.kill()

    await using third = await startReceiver({ secret, port: first.port, database })
    const [delivery] = await deliveriesOf()
    const again = await sandbox.control.deliveries.resend(delivery?.id ?? '')
    expect(again).toMatchObject({ kind: 'manual', outcome: 'delivered', response_status: 200 })
    const next = await svc.payments.create(cash)
    await sandbox.control.clock.advance(0)
    await expect.poll(() => third.lines.at(-1)).toContain(next.id)
    // Killed between its work and the note that it was done, it may do it again; the repeated delivery adds nothing.
    expect(third.lines.filter((each) => each !== line)).toHaveLength(1)
    expect(third.lines.filter((each) => each === line).length).toBeLessThanOrEqual(1)
  })
})

describe('deliveries that the sandbox never sent', () => {
  const secret = 'whsec_of-the-endpoint'
  let receiver: ReceiverProgram
  beforeAll(async () => {
    receiver = await startReceiver({ secret })
  })
  afterAll(() => receiver.stop())

  interface Delivery {
    headers: Record<string, string>
    body: string
  }
  const post = async (delivery: Delivery) =>
    (await fetch(receiver.url, { method: 'POST', ...delivery })).status
  const signatureOf = ({ headers }: Delivery) => headers['X-SVC-Signature'] ?? ''
  const withSignature = (delivery: Delivery, value: string): Delivery => ({
    ...delivery,
    headers: { ...delivery.headers, 'X-SVC-Signature': value },
  })
  const resigned = (delivery: Delivery, body: string, by = secret): Delivery => {
    const [id = '', type = ''] = [delivery.headers['X-SVC-Delivery'], delivery.headers['X-SVC-Event']]
    return { headers: deliveryHeaders({ id, type, body, secret: by }), body }
  }

  it.each<[what: string, status: number, forge: (genuine: Delivery) => Delivery]>([
    ['signed by somebody else', 401, (genuine) => resigned(genuine, genuine.body, 'whsec_of-somebody-else')],
    ['changed on the way', 401, ({ headers, body }) => ({ headers, body: body.replace('"id"', '"ID"') })],
    ['with one more space', 401, ({ headers, body }) => ({ headers, body: `${body} ` })],
    ['without a signature', 401, ({ body }) => ({ headers: { 'Content-Type': 'application/json' }, body })],
    ['with half a signature', 401, (genuine) => withSignature(genuine, signatureOf(genuine).slice(0, 40))],
    [
      'with an upper-case signature',
      401,
      (genuine) => withSignature(genuine, signatureOf(genuine).toUpperCase()),
    ],
    [
      'of another algorithm',
      401,
      (genuine) => withSignature(genuine, signatureOf(genuine).replace('256', '512')),
    ],
    [
      'signed twice',
      401,
      (genuine) => withSignature(genuine, `${signatureOf(genuine)}, ${signatureOf(genuine)}`),
    ],
    ['that is signed and no JSON', 400, (genuine) => resigned(genuine, '{"id":')],
    ['that is signed and no event', 400, (genuine) => resigned(genuine, '{"id":"7"}')],
    ['that is signed and empty', 400, (genuine) => resigned(genuine, '')],
  ])('one %s gets a %i and leaves no trace', async (_what, status, forge) => {
    const event = makeEvent('payment.created', {}, { seed: _what })
    const genuine = signedDelivery(event, { secret })
    expect(await post(forge(genuine))).toBe(status)
    // It is alive, and takes the genuine one: once, however often it comes, and whatever its header calls it.
    expect(await post(genuine)).toBe(200)
    expect(await post(genuine)).toBe(200)
    const relabelled = { ...genuine.headers, 'X-SVC-Delivery': crypto.randomUUID() }
    expect(await post({ ...genuine, headers: relabelled })).toBe(200)
    const heard = () => receiver.lines.filter((line) => line.includes(event.data.paymentId))
    await expect.poll(heard).toHaveLength(1)
    // What is accepted later is worked on later: nothing of this event is still to come.
    const last = makeEvent('payment.updated', {}, { seed: _what })
    expect(await post(signedDelivery(last, { secret }))).toBe(200)
    await expect.poll(() => receiver.lines.at(-1)).toContain(last.data.paymentId)
    expect(heard()).toHaveLength(1)
  })
})
