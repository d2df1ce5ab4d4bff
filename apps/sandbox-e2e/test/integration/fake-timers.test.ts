import { mock } from 'node:test'
import { SvcClient } from '@svc/client'
import { startSandbox } from '@svc/sandbox'
import { openInbox } from '@svc/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
  mock.timers.reset()
})

const fakes = [
  ['vitest', () => void vi.useFakeTimers()],
  ['node:test', () => mock.timers.enable()],
] as const

describe.each(fakes)('under the default fake timers of %s', (_name, fake) => {
  it.each([false, true])('a payment is retried and delivered; used before: %s', async (before) => {
    await using sandbox = await startSandbox({ clock: 'manual', rateLimit: 'off' })
    await using inbox = await openInbox({ control: sandbox.control })
    await using svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })
    const payment = { amount: '120.50', paymentMethod: 'Cash', type: 'income' } as const

    async function payAndRetry(): Promise<void> {
      inbox.respond = [503, 204]
      await svc.payments.create(payment)
      await inbox.next('payment.created')
      await sandbox.control.clock.advance(60)
      expect(await inbox.next('payment.created')).toMatchObject({ attempt: 2, verified: true })
    }

    const { secret } = await svc.webhooks.create({ url: inbox.url, events: ['payment.created'] })
    inbox.secret = secret
    if (before) await payAndRetry()
    fake()
    await payAndRetry()
    await payAndRetry()
    expect(await svc.payments.list()).toHaveLength(before ? 3 : 2)
  })
})
