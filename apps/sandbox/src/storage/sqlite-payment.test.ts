import { describe, expect, it } from 'vitest'
import { freshDatabase, openForTest } from '../../test/kit/databases.ts'
import type { PaymentAtOnce, Storage } from './storage.ts'

const property = 'f0000000-0000-4000-8000-000000000000'

const made = (id: string, changes: Partial<PaymentAtOnce['payment']> = {}): PaymentAtOnce => ({
  record: {
    property_id: property,
    scope: `POST /payments ${id}`,
    fingerprint: 'f',
    status: 201,
    body: `{"id":"${id}"}`,
    created_at: 5,
    expires_at: 9,
  },
  payment: { property_id: property, id, bid: null, gid: null, date: 5, status: 1, json: '{}', ...changes },
  event: {
    id: `event of ${id}`,
    type: 'payment.created',
    data: '{}',
    envelope: '"type":"payment.created"}',
    traceparent: null,
  },
})

async function openWithHook(events: string[]): Promise<Storage> {
  const storage = await openForTest(await freshDatabase('sqlite'))
  await storage.write(async (tx) => {
    await tx.insertInto('properties').values({ id: property, name: 'A', created_at: 1 }).execute()
    const endpoint = { id: 'e', property_id: property, url: 'https://example.com/', secret: 's' }
    await tx
      .insertInto('webhook_endpoints')
      .values({ ...endpoint, events: JSON.stringify(events), is_active: 1, created_at: 1, updated_at: 1 })
      .execute()
  })
  return storage
}

const tables = ['idempotency_records', 'payments', 'events', 'deliveries'] as const
const counts = async ({ db }: Storage) =>
  Promise.all(
    tables.map(async (table) => (await db.selectFrom(table).select('property_id').execute()).length),
  )

describe('a payment recorded in one go', () => {
  it('brings its record, its event and a delivery for who listens, and wakes delivery', async () => {
    const storage = await openWithHook(['payment.created'])
    let woken = 0
    storage.listen('deliveries', () => (woken += 1))
    expect(await storage.recordPayment(made('a'))).toBe(true)
    expect([await counts(storage), woken]).toEqual([[1, 1, 1, 1], 1])
    const { id, body } = await storage.db
      .selectFrom('deliveries')
      .select(['id', 'body'])
      .executeTakeFirstOrThrow()
    expect(JSON.parse(body)).toEqual({ id, type: 'payment.created' })
  })

  it('brings no event that nobody listens to', async () => {
    const storage = await openWithHook(['payment.updated'])
    expect(await storage.recordPayment(made('a'))).toBe(true)
    expect(await counts(storage)).toEqual([1, 1, 0, 0])
  })

  it('leaves to the long way what was recorded before, and what links to nothing', async () => {
    const storage = await openWithHook([])
    await storage.recordPayment(made('a'))
    expect(await storage.recordPayment(made('a'))).toBe(false)
    expect(await storage.recordPayment(made('b', { bid: 'nobody' }))).toBe(false)
    expect(await storage.recordPayment(made('c', { gid: 'nobody' }))).toBe(false)
    expect(await counts(storage)).toEqual([1, 1, 0, 0])
  })

  it('takes itself back when a statement fails, and nothing of its neighbours', async () => {
    const storage = await openWithHook([])
    const twice = { ...made('b'), payment: made('a').payment }
    const outcomes = await Promise.allSettled([
      storage.recordPayment(made('a')),
      storage.recordPayment(twice),
      storage.recordPayment(made('c')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await counts(storage)).toEqual([2, 2, 0, 0])
  })

  it('is refused inside of a transaction, and after the end', async () => {
    const storage = await openWithHook([])
    await expect(storage.write(() => storage.recordPayment(made('a')))).rejects.toThrow(
      'inside storage.write',
    )
    await storage.close()
    await expect(storage.recordPayment(made('b'))).rejects.toThrow('closed')
  })
})
