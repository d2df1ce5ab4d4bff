// Every published library as ES modules: a payment through the client, its event in an inbox, verified.
import { SvcClient } from '@svc/client'
import { ControlError } from '@svc/control'
import { openapi, operations } from '@svc/models'
import * as sandboxPackage from '@svc/sandbox'
import { sign, verify } from '@svc/signing'
import { signedDeliveries } from '@svc/signing/fetch'
import * as web from '@svc/signing/web'
import { runConformance } from '@svc/conformance'
import * as testingPackage from '@svc/testing'

const { startSandbox } = sandboxPackage
const { makePayment, openInbox } = testingPackage
const check = (holds, what) => {
  if (!holds) throw new Error(`${what}, on Node ${process.version}`)
}
check(verify('x', sign('x', 's'), 's'), 'signing')
check(await web.verify('x', await web.sign('x', 's'), 's'), 'signing on WebCrypto')
check(typeof signedDeliveries === 'function', 'the fetch adapter')
check(Object.keys(openapi().paths).length > 0 && operations.createPayment.method === 'POST', 'models')

const sandbox = await startSandbox({ clock: 'manual' })
const refused = await sandbox.control.bookings
  .cancel('00000000-0000-4000-8000-000000000000')
  .catch((error) => error)
check(
  [ControlError, sandboxPackage.ControlError, testingPackage.ControlError].every(
    (one) => refused instanceof one,
  ),
  'one ControlError, whichever package it is imported from',
)
const inbox = await openInbox({ control: sandbox.control, respond: [500, 204] })
const svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })
const endpoint = await svc.webhooks.create({ url: inbox.url, events: ['payment.created'] })
inbox.secret = endpoint.secret
const { amount, paymentMethod, type } = makePayment()
const payment = await svc.payments.create({ amount, paymentMethod, type })
await sandbox.control.clock.advance(60)
const deliveries = inbox.all('payment.created')
check(deliveries.length === 2 && deliveries.every(({ verified }) => verified), 'deliveries')
check(deliveries[0].event.data.paymentId === payment.id, 'the event')
const report = await runConformance({ url: sandbox.url, apiKey: sandbox.apiKey, only: ['4.3'] })
check(report.summary.broken === 0 && report.summary.held > 0, 'conformance')
await svc.close()
await inbox.close()
await sandbox.close()
