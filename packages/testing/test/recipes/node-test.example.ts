import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeEvent, openInbox, signedDelivery } from '@svc/testing'
import { createReceiver, listen } from './receiver.ts'

// Recipe: the same under node:test. Run it with `node --test`.

const secret = 'whsec_test'
const receiver = createReceiver(secret)
let url: string

before(async () => {
  url = await listen(receiver)
})
after(() => receiver.close())

void test('records income once, however often it is delivered', async () => {
  const event = makeEvent('payment.created', { data: { amount: '120.5000', type: 'income' } })
  for (let attempt = 1; attempt <= 2; attempt++) {
    const answer = await fetch(url, { method: 'POST', ...signedDelivery(event, { secret }) })
    assert.equal(answer.status, 204)
  }
  assert.deepEqual(receiver.income(), ['120.5000'])
})

void test('an inbox stands in for a receiver', async (t) => {
  const inbox = await openInbox({ secret, respond: [503, 204] })
  t.after(() => inbox.close()) // `await using` would do it too, from Node 24 on
  const event = makeEvent('booking.cancelled')
  const statuses = []
  for (let attempt = 1; attempt <= 2; attempt++) {
    statuses.push((await fetch(inbox.url, { method: 'POST', ...signedDelivery(event, { secret }) })).status)
  }
  assert.deepEqual(statuses, [503, 204])
  await inbox.next('booking.cancelled')
  const retry = await inbox.next('booking.cancelled')
  assert.equal(retry.attempt, 2)
  assert.equal(retry.verified, true)
})
