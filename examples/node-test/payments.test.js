/* oxlint-disable typescript/no-floating-promises -- node:test waits for its tests by itself */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SvcClient } from '@svc/client'
import { startSandbox } from '@svc/sandbox'
import { openInbox } from '@svc/testing'

const cash = { amount: '120.50', paymentMethod: 'Cash', type: 'income' }

/** A sandbox of its own for each test: it starts in some tens of milliseconds, and tests may run side by side. */
async function start(t) {
  const sandbox = await startSandbox({ clock: 'manual' })
  const svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })
  const inbox = await openInbox({ control: sandbox.control })
  t.after(async () => {
    await svc.close()
    await inbox.close()
    await sandbox.close()
  })
  return { sandbox, svc, inbox }
}

test('a payment is announced, signed', async (t) => {
  const { svc, inbox } = await start(t)
  const endpoint = await svc.webhooks.create({ url: inbox.url, events: ['payment.created'] })
  inbox.secret = endpoint.secret
  const payment = await svc.payments.create(cash)
  const { event, verified } = await inbox.next('payment.created')
  assert.equal(event.data.paymentId, payment.id)
  assert.equal(verified, true)
})

test('a receiver that fails twice gets its event six minutes later', async (t) => {
  const { sandbox, svc, inbox } = await start(t)
  inbox.respond = [500, 500, 204]
  await svc.webhooks.create({ url: inbox.url, events: ['payment.created'] })
  await svc.payments.create(cash)
  await sandbox.control.clock.advance(6 * 60)
  assert.deepEqual(
    inbox.all('payment.created').map(({ answered }) => answered),
    [500, 500, 204],
  )
})

test('it works while the clock of the test is mocked', async (t) => {
  const { sandbox, svc, inbox } = await start(t)
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] })
  inbox.respond = [500, 204]
  await svc.webhooks.create({ url: inbox.url, events: ['payment.created'] })
  await svc.payments.create(cash)
  await sandbox.control.clock.advance(60)
  assert.equal(inbox.all('payment.created').length, 2)
})

test('a payment whose answer is lost is recorded once', async (t) => {
  const { sandbox, svc } = await start(t)
  await sandbox.control.faults.add({
    when: 'after',
    action: { type: 'truncate' },
    match: { method: 'POST' },
    times: 1,
  })
  const payment = await svc.payments.create(cash)
  assert.deepEqual(await svc.payments.list(), [payment])
})
