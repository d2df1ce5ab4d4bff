import { expect, it } from 'vitest'
import { openReceiver } from '../kit/receiver.ts'
import { sharedDatabase, startNode } from './nodes.ts'

const payment = { amount: '1', paymentMethod: 'Cash', type: 'income' }

it('an api node makes no attempt; a delivery node that comes makes them, also those of before', async () => {
  const shared = await sharedDatabase()
  const receiver = await openReceiver()
  const api = await startNode({ ...shared, role: 'api' })
  const body = { url: receiver.url, events: ['payment.created'] }
  const endpoint = (await api.call('POST', '/webhooks', { body })).json as { id: string }
  const deliveries = async () => {
    const { json } = await api.call('GET', `/webhooks/${endpoint.id}/deliveries`)
    return (json as { status: string; attempts: number }[]).map(
      ({ status, attempts }) => `${status} ${attempts}`,
    )
  }

  await api.call('POST', '/payments', { body: payment })
  const delivery = await startNode({ ...shared, role: 'delivery' })
  await expect.poll(deliveries, { timeout: 10_000, interval: 10 }).toEqual(['delivered 1'])
  await delivery.sandbox.close()
  await api.call('POST', '/payments', { body: payment })
  // Only then: a wrong node would have made its attempt before the right one is done.
  await startNode({ ...shared, role: 'delivery' })
  await expect.poll(deliveries, { timeout: 10_000, interval: 10 }).toEqual(['delivered 1', 'delivered 1'])
  expect(receiver.posts).toHaveLength(2)
})

it('a delivery node serves no client API, yet says that it lives', async () => {
  const { send, call, sandbox } = await startNode({ ...(await sharedDatabase()), role: 'delivery' })
  for (const path of ['/webhooks', '/payments', '/bookings']) {
    expect(await call('GET', path)).toMatchObject({ status: 404, json: { code: 'not_found' } })
  }
  expect((await call('POST', '/payments', { body: payment })).status).toBe(404)
  expect((await send('GET', '/client/webhooks')).status).toBe(404)
  expect(await send('GET', '/healthz')).toMatchObject({ status: 200, json: { status: 'alive' } })
  expect(await send('GET', '/readyz')).toMatchObject({ status: 200, json: { status: 'ready' } })
  expect((await send('GET', '/metrics')).text).toContain('role="delivery"')
  expect((await sandbox.control.clock.get()).mode).toBe('real')
})

it('the ladder is walked by a delivery node as the clock of an api node advances', async () => {
  const shared = await sharedDatabase()
  const receiver = await openReceiver({ answer: () => 500 })
  const api = await startNode({ ...shared, role: 'api', clock: 'manual' })
  await startNode({ ...shared, role: 'delivery' })
  await api.call('POST', '/webhooks', { body: { url: receiver.url, events: ['payment.created'] } })
  await api.call('POST', '/payments', { body: payment })
  await api.sandbox.control.clock.advance(3 * 3_600)
  const { results } = await api.sandbox.control.deliveries.list()
  expect(results).toMatchObject([{ status: 'dead', attempts: 5 }])
  expect(new Set(receiver.posts.map(({ body }) => body.toString())).size).toBe(1)
  expect(receiver.posts).toHaveLength(5)
})
