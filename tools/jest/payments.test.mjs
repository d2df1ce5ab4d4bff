import { jest } from '@jest/globals'
import { SvcClient } from '@svc/client'
import { startSandbox } from '@svc/sandbox'
import { ControlError, openInbox } from '@svc/testing'

let sandbox, inbox, svc

beforeAll(async () => {
  sandbox = await startSandbox({ clock: 'manual', rateLimit: 'off' })
  inbox = await openInbox({ control: sandbox.control })
  svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })
  const { secret } = await svc.webhooks.create({ url: inbox.url, events: ['payment.created'] })
  inbox.secret = secret
})

afterEach(() => jest.useRealTimers())

afterAll(async () => {
  await svc.close()
  await inbox.close()
  await sandbox.close()
})

async function payAndRetry() {
  inbox.respond = [503, 204]
  await svc.payments.create({ amount: '120.50', paymentMethod: 'Cash', type: 'income' })
  await inbox.next('payment.created') // answered 503
  await sandbox.control.clock.advance(60) // resolves when the retry has settled
  const { attempt, verified, event } = await inbox.next('payment.created')
  return { attempt, verified, amount: event.data.amount }
}

const retried = { attempt: 2, verified: true, amount: '120.5000' }

it('a payment is delivered again after a failure', async () => {
  expect(await payAndRetry()).toEqual(retried)
})

it('works under fake timers, with the defaults of Jest', async () => {
  jest.useFakeTimers()
  expect(await payAndRetry()).toEqual(retried)
  expect(await payAndRetry()).toEqual(retried)
})

it('errors are those of the packages', async () => {
  await expect(svc.payments.update(crypto.randomUUID(), { amount: '1' })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(sandbox.control.bookings.get(crypto.randomUUID())).rejects.toBeInstanceOf(ControlError)
  await expect(startSandbox({ prot: 1 })).rejects.toThrow('Did you mean port?')
})
