import { SvcClient } from '@svc/client'
import { type Sandbox, startSandbox } from '@svc/sandbox'
import { type Inbox, openInbox } from '@svc/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

/**
 * One sandbox for the file, one snapshot, and each test starts from it: milliseconds, whatever the tests do. The clock is
 * manual, so hours of retries take no time and nothing happens by itself.
 */
let sandbox: Sandbox
let inbox: Inbox
let svc: SvcClient
let restore: () => Promise<unknown>

beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'manual', seed: 'hostel' })
  svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })
  restore = (await sandbox.control.snapshot()).restore
})
beforeEach(async () => {
  // With `control`, a time-out of the inbox tells where each delivery stands.
  inbox = await openInbox({ control: sandbox.control })
})
afterEach(async () => {
  await restore()
  await inbox.close()
})
afterAll(async () => {
  await svc.close()
  await sandbox.close()
})

const cash = { amount: '120.50', paymentMethod: 'Cash', type: 'income' } as const

describe('webhooks', () => {
  it('a payment is announced, signed', async () => {
    const endpoint = await svc.webhooks.create({ url: inbox.url, events: ['payment.created'] })
    inbox.secret = endpoint.secret
    const payment = await svc.payments.create(cash)
    const { event, verified } = await inbox.next('payment.created')
    expect(event.data).toMatchObject({ paymentId: payment.id, amount: '120.5000' })
    expect(verified).toBe(true)
  })

  it('a receiver that is down for six minutes gets its event on the third attempt', async () => {
    inbox.respond = [500, 'reset', 204]
    await svc.webhooks.create({ url: inbox.url, events: ['payment.created'] })
    await svc.payments.create(cash)
    await sandbox.control.clock.advance(6 * 60)
    expect(inbox.all('payment.created').map(({ attempt, answered }) => [attempt, answered])).toEqual([
      [1, 500],
      [2, 'reset'],
      [3, 204],
    ])
  })

  it('one that stays down has its delivery declared dead after five attempts', async () => {
    inbox.respond = 503
    const { id } = await svc.webhooks.create({ url: inbox.url, events: ['payment.created'] })
    await svc.payments.create(cash)
    await sandbox.control.clock.advance(3 * 3_600)
    expect(await svc.webhooks.deliveries(id)).toMatchObject([{ status: 'dead', attempts: 5 }])
  })
})

describe('payments', () => {
  it('an answer that gets lost leaves one payment behind', async () => {
    await sandbox.control.faults.add({
      when: 'after',
      action: { type: 'reset' },
      match: { method: 'POST' },
      times: 1,
    })
    const before = await svc.payments.list()
    const { data, response } = await svc.payments.create(cash).withResponse()
    expect(response).toMatchObject({ attempts: 2, replayed: true })
    expect(await svc.payments.list()).toEqual([data, ...before])
  })

  it('each test starts from the snapshot', async () => {
    expect((await svc.payments.list()).some(({ name }) => name === 'Client API Payment')).toBe(false)
    expect(await svc.webhooks.list()).toEqual([])
  })
})
