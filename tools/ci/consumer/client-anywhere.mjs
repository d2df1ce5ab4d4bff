// The client and the kit for tests on a runtime that is not Node: real requests to a server of this process.
import { createServer } from 'node:http'
import { once } from 'node:events'
import { SvcClient, SvcError } from '@svc/client'
import { makeEvent, makePayment, openInbox, signedDelivery } from '@svc/testing'

const hold = (claim, what) => {
  if (!claim) throw new Error(what)
}
const payment = makePayment({ amount: '5.0000' })
const keys = []
let mode = ''
let arrived = () => {}
const server = createServer((request, response) => {
  arrived()
  if (mode === 'silent') return
  response.setHeader('content-type', 'application/json')
  if (mode === 'stalls') {
    response.write('[')
    return
  }
  request.resume().on('end', () => {
    if (request.method === 'POST') {
      keys.push(request.headers['idempotency-key'])
      response.statusCode = keys.length === 1 ? 503 : 201
    }
    response.end(JSON.stringify(request.method === 'POST' ? payment : [payment]))
  })
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const svc = new SvcClient({
  baseUrl: `http://127.0.0.1:${server.address().port}`,
  apiKey: 'k',
  timeoutMs: 2_000,
})

const made = await svc.payments.create({ amount: '5', paymentMethod: 'Cash', type: 'income' })
hold(
  made.amount === '5.0000' && keys.length === 2 && keys[0] === keys[1],
  'a payment is tried again under its key',
)
hold((await svc.payments.list()).length === 1, 'a list')
hold((await svc.bookings.get('x').catch((error) => error)) instanceof SvcError, 'a mistake')
for (mode of ['silent', 'stalls']) {
  const controller = new AbortController()
  const heard = new Promise((resolve) => {
    arrived = resolve
  })
  const call = svc.payments.list({}, { signal: controller.signal }).catch((error) => error)
  await heard
  controller.abort('enough')
  hold((await call) === 'enough', `an abort while the server ${mode}`)
  const late = await svc.payments.list({}, { timeoutMs: 50, maxRetries: 0 }).catch((error) => error)
  hold(late.code === 'timeout', `a time limit while the server ${mode}`)
}
await svc.close()
server.closeAllConnections()
server.close()

const inbox = await openInbox({ secret: 'whsec_x', respond: [503, 204] })
const delivery = signedDelivery(makeEvent('payment.created'), { secret: 'whsec_x' })
for (const status of [503, 204]) {
  hold(
    (await fetch(inbox.url, { method: 'POST', ...delivery })).status === status,
    `an inbox answers ${status}`,
  )
}
await inbox.next('payment.created')
hold((await inbox.next('payment.created')).attempt === 2, 'an inbox counts attempts')
await inbox.close()
console.log('client-anywhere: ok')
