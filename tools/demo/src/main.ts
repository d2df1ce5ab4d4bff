/**
 * The whole thing in ten seconds: the sandbox and the reference receiver as programs of their own, a payment recorded
 * through the client, its verified event arriving, and a receiver that fails twice and recovers on the virtual clock.
 */
import { SvcClient } from '@svc/client'
import { connectSandbox } from '@svc/control'
import { openInbox } from '@svc/testing'
import { freePort } from './free-port.ts'
import { startProgram } from './programs.ts'
import { done, heading, say } from './say.ts'

await using programs = new AsyncDisposableStack()

heading('1. A property service on this machine')
const sandbox = programs.use(
  startProgram('sandbox', ['apps/sandbox/bin/svc-sandbox.js', 'serve'], {
    SVC_DATABASE: ':memory:',
    SVC_PORT: '0',
    SVC_SEED: 'hostel',
    SVC_CLOCK: 'manual',
    SVC_JSON: 'true',
    // The receiver that fails is part of the demo.
    SVC_LOG_LEVEL: 'error',
  }),
)
const { url, apiKey, adminToken } = JSON.parse(await sandbox.line(/^\{/)) as Record<
  'url' | 'apiKey' | 'adminToken',
  string
>
const svc = programs.use(new SvcClient({ baseUrl: url, apiKey }))
const control = connectSandbox({ url, adminToken })
const page = await svc.bookings.list({ limit: 1 })
say(
  `${url} has a hostel with ${page.total_count} bookings; the newest is ${page.results[0]?.guest.first_name}'s`,
)

heading('2. The reference receiver, subscribed to payments')
const port = await freePort()
const endpoint = await svc.webhooks.create({
  url: `http://127.0.0.1:${port}/webhooks`,
  events: ['payment.created', 'payment.updated'],
})
const receiver = programs.use(
  startProgram('receiver', ['apps/receiver/src/main.ts'], {
    WEBHOOK_SECRET: endpoint.secret,
    RECEIVER_PORT: String(port),
    RECEIVER_DATABASE: ':memory:',
  }),
)
await receiver.line(/^Receiving/)
say(`POST ${endpoint.url}, secret ${endpoint.secret.slice(0, 10)}…`)

heading('3. A payment, and its event')
const booking = page.results[0]
const payment = await svc.payments.create({
  amount: '120.50',
  paymentMethod: 'Cash',
  type: 'income',
  ...(booking && { bid: booking.id }),
})
say(`recorded ${payment.amount} as ${payment.id}`)
say(`the receiver verified the signature and says: ${await receiver.line(new RegExp(payment.id))}`)

heading('4. A receiver that fails twice, and recovers')
await using flaky = await openInbox({ respond: [500, 500, 200] })
await svc.webhooks.create({ url: flaky.url, events: ['payment.updated'] })
await svc.payments.update(payment.id, { amount: '130.00' })
for (const [wait, what] of [
  [0, 'at once'],
  [60, 'one minute later'],
  [300, 'five more minutes later'],
] as const) {
  await control.clock.advance(wait)
  const delivery = await flaky.next('payment.updated')
  say(`attempt ${what}: answered ${delivery.answered}`)
}
const { results } = await control.deliveries.list({ event_type: 'payment.updated', status: 'delivered' })
const recovered = results.find((delivery) => delivery.attempts === 3)
if (!recovered) throw new Error('The delivery did not recover after two failures.')
say(`delivered after ${recovered.attempts} attempts; six minutes passed on the virtual clock only`)

done('That was the whole flow. Now yours: npm start')
