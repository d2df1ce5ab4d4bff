import { makeEvent, signedDelivery } from '@svc/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Inbox, openInbox } from './inbox.ts'
import { createReceiver } from './receiver.ts'

const secret = 'whsec_receiver-test'
let inbox: Inbox
let accepted: number

beforeEach(() => {
  inbox = openInbox(':memory:')
  accepted = 0
})
afterEach(() => inbox.close())

const receiver = (secrets: string | string[] = secret) =>
  createReceiver({ secret: secrets, inbox, onAccepted: () => void accepted++ })

const deliver = (delivery: { headers: object; body: string }, app = receiver()) =>
  app.inject({ method: 'POST', url: '/webhooks', headers: { ...delivery.headers }, payload: delivery.body })

describe('POST /webhooks', () => {
  it('stores a signed event, then acknowledges it', async () => {
    const event = makeEvent('payment.created')
    const delivery = signedDelivery(event, { secret })
    expect((await deliver(delivery)).statusCode).toBe(200)
    expect(accepted).toBe(1)
    expect(inbox.next(5)).toEqual({ id: event.id, body: delivery.body, failures: 0 })
  })

  it('answers a repeated delivery with 200 and stores nothing', async () => {
    const delivery = signedDelivery(makeEvent('booking.cancelled'), { secret })
    const app = receiver()
    expect((await deliver(delivery, app)).statusCode).toBe(200)
    inbox.done((JSON.parse(delivery.body) as { id: string }).id)
    expect((await deliver(delivery, app)).statusCode).toBe(200)
    expect(accepted).toBe(1)
    expect(inbox.next(5)).toBeUndefined()
  })

  it.each([
    ['a forged signature', { secret: 'whsec_other' }],
    ['no signature', null],
  ])('refuses %s with 401 and stores nothing', async (_what, signing) => {
    const event = makeEvent('payment.created')
    const delivery = signedDelivery(event, signing ?? { secret })
    const headers = signing ? delivery.headers : { 'content-type': 'application/json' }
    expect((await deliver({ headers, body: delivery.body })).statusCode).toBe(401)
    expect(inbox.next(5)).toBeUndefined()
  })

  it('refuses a body that was changed on the way with 401', async () => {
    const delivery = signedDelivery(makeEvent('payment.created'), { secret })
    expect((await deliver({ ...delivery, body: `${delivery.body} ` })).statusCode).toBe(401)
  })

  it('answers 400 to a signed body that is no event, and names the fields', async () => {
    const broken = { ...makeEvent('payment.created'), data: { paymentId: 'x' } }
    const answer = await deliver(signedDelivery(broken as never, { secret }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ details: { path: string }[] }>().details.map(({ path }) => path)).toContain(
      'data.amount',
    )
    expect(inbox.next(5)).toBeUndefined()
  })

  it('accepts events of a type that it does not know', async () => {
    const event = { ...makeEvent('payment.created'), type: 'room.cleaned' }
    expect((await deliver(signedDelivery(event, { secret }))).statusCode).toBe(200)
    expect(accepted).toBe(1)
  })

  it('accepts both secrets while one is being replaced', async () => {
    const app = receiver(['whsec_new', 'whsec_old'])
    for (const each of ['whsec_new', 'whsec_old']) {
      const answer = await deliver(signedDelivery(makeEvent('payment.updated'), { secret: each }), app)
      expect(answer.statusCode).toBe(200)
    }
  })
})
