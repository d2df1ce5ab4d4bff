import { expect, it } from 'vitest'
import { freshDatabase, openForTest } from '../../../test/kit/databases.ts'
import { paymentAtOnce as made, paymentRows as counts, property } from '../../../test/kit/payment-at-once.ts'
import type { Storage } from '../storage.ts'

const listens = ({ write }: Storage, isActive: 0 | 1) =>
  write((tx) => tx.updateTable('webhook_endpoints').set({ is_active: isActive }).execute())

it('a payment brings its event for who listens at its moment, whatever there was before', async () => {
  const storage = await openForTest(await freshDatabase('postgres'))
  let woken = 0
  storage.listen('deliveries', () => (woken += 1))
  await storage.write(async (tx) => {
    await tx.insertInto('properties').values({ id: property, name: 'A', created_at: 1 }).execute()
    const endpoint = { id: 'e', property_id: property, url: 'https://example.com/', secret: 's' }
    await tx
      .insertInto('webhook_endpoints')
      .values({ ...endpoint, events: '["payment.created"]', is_active: 0, created_at: 1, updated_at: 1 })
      .execute()
  })
  const recorded: unknown[] = []
  const pay = async (id: string) => {
    recorded.push([await storage.recordPayment(made(id)), ...(await counts(storage)), woken])
  }
  await pay('a')
  await pay('b')
  await listens(storage, 1)
  await pay('c')
  await pay('d')
  await listens(storage, 0)
  await pay('e')
  await pay('f')
  await listens(storage, 1)
  await pay('g')
  expect(recorded).toEqual([
    [true, 1, 1, 0, 0, 0],
    [true, 2, 2, 0, 0, 0],
    [true, 3, 3, 1, 1, 1],
    [true, 4, 4, 2, 2, 2],
    [true, 5, 5, 2, 2, 2],
    [true, 6, 6, 2, 2, 2],
    [true, 7, 7, 3, 3, 3],
  ])
})

it('what was recorded before, and what links to nothing, is left to the long way', async () => {
  const storage = await openForTest(await freshDatabase('postgres'))
  expect(await storage.recordPayment(made('a'))).toBe(true)
  expect(await storage.recordPayment(made('a'))).toBe(false)
  expect(await storage.recordPayment(made('b', { bid: 'nobody' }))).toBe(false)
  expect(await storage.recordPayment(made('c', { gid: 'nobody' }))).toBe(false)
  await expect(storage.recordPayment({ ...made('d'), payment: made('a').payment })).rejects.toThrow(
    'payments_key',
  )
  expect(await counts(storage)).toEqual([1, 1, 0, 0])
})
