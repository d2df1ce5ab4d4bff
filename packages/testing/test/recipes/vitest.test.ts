import { makeEvent, signedDelivery } from '@svc/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createReceiver, listen } from './receiver.ts'

// Recipe: a webhook receiver under vitest, without any sandbox. Fixtures make the events, signedDelivery the requests.

const secret = 'whsec_test'
const receiver = createReceiver(secret)
let url: string

beforeAll(async () => {
  url = await listen(receiver)
})
afterAll(() => receiver.close())

const deliver = (event: ReturnType<typeof makeEvent>, signedWith = secret) =>
  fetch(url, { method: 'POST', ...signedDelivery(event, { secret: signedWith }) })

it('records income once, however often it is delivered', async () => {
  const event = makeEvent('payment.created', { data: { amount: '120.5000', type: 'income' } })
  expect((await deliver(event)).status).toBe(204)
  expect((await deliver(event)).status).toBe(204)
  expect(receiver.income()).toEqual(['120.5000'])
})

it('refuses a delivery that somebody else has signed', async () => {
  expect((await deliver(makeEvent('payment.created'), 'whsec_other')).status).toBe(401)
})
