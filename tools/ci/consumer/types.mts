// What a strict TypeScript project sees of the published types. It is compiled, and never run.
import { type AnswerInfo, NotFoundError, SvcClient, type SvcClientOptions } from '@svc/client'
import { type Booking, type EventOf, isKnownEvent, type Payment, parseEvent } from '@svc/models'
import { type Sandbox, type SandboxOptions, startSandbox } from '@svc/sandbox'
import { check, type Secret } from '@svc/signing'
import { type SandboxControl } from '@svc/control'
import { type Inbox, makeEvent, openInbox } from '@svc/testing'

const options: SvcClientOptions = { baseUrl: 'https://api.example.com', apiKey: 'key', rateLimit: 100 }
await using svc = new SvcClient(options)
const page = await svc.bookings.list({ status: 'confirmed' })
const bookings: Booking[] = page.results
for await (const booking of svc.bookings.list()) bookings.push(booking)
const { data, response } = await svc.payments
  .create({ amount: '1', paymentMethod: 'Cash', type: 'income' })
  .withResponse()
const payment: Payment = data
const info: AnswerInfo = response
// @ts-expect-error -- amounts are decimal strings
await svc.payments.create({ amount: 1, paymentMethod: 'Cash', type: 'income' })
// @ts-expect-error -- there is no such field
await svc.payments.update(payment.id, { tip: '1' })

const event = parseEvent(JSON.parse('{}'))
if (isKnownEvent(event) && event.type === 'payment.created') event.data.amount.padStart(1)
const made: EventOf<'message.received'> = makeEvent('message.received')
const secret: Secret = 'whsec_x'
const checked = check('body', undefined, secret)
if (!checked.ok) checked.reason satisfies 'missing' | 'malformed' | 'mismatch'

const sandboxOptions: SandboxOptions = { clock: 'manual', seed: 'hostel' }
await using sandbox: Sandbox = await startSandbox(sandboxOptions)
const control: SandboxControl = sandbox.control
await using inbox: Inbox = await openInbox({ control })
const delivery = await inbox.next('booking.cancelled')
delivery.event.data.bookingId satisfies string

export const seen = [info, made, NotFoundError]
