import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { freshDatabase, openForTest } from '../../../test/kit/databases.ts'
import { paymentAtOnce as made, paymentRows as counts, property } from '../../../test/kit/payment-at-once.ts'
import type { ClaimedDelivery } from '../delivery-work.ts'
import type { Storage } from '../storage.ts'

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

  it('hands over what it has written, to however many, as it is stored', async () => {
    const storage = await openWithHook([])
    const ids = Array.from({ length: 35 }, (_, index) => `e${index}`)
    const endpoint = { property_id: property, secret: 's', events: '["payment.created"]' }
    await storage.write((tx) =>
      tx
        .insertInto('webhook_endpoints')
        .values(
          ids.map((id) => ({ ...endpoint, id, url: `/${id}`, is_active: 1, created_at: 1, updated_at: 1 })),
        )
        .execute(),
    )
    const taken: ClaimedDelivery[] = []
    const offer = { lease_until: 99, lease_token: 't', left: ['e3', 'e30'] }
    await storage.recordPayment({ ...made('a'), offer: { ...offer, take: (all) => taken.push(...all) } })
    const rows = await storage.db.selectFrom('deliveries').selectAll().orderBy('seq').execute()
    expect(rows.map(({ endpoint_id }) => endpoint_id)).toEqual(ids)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(35)
    const leased = rows.filter(({ lease_token }) => lease_token === 't')
    expect(rows.filter(({ lease_token }) => lease_token === null).map((row) => row.endpoint_id)).toEqual(
      offer.left,
    )
    expect(taken).toMatchObject(
      leased.map(({ seq, id, endpoint_id, body }) => ({
        seq,
        id,
        endpoint_id,
        body,
        url: `/${endpoint_id}`,
      })),
    )
    expect(rows.map(({ body }) => body)).toEqual(
      rows.map(({ id }) => `{"id":"${id}",${made('a').event.envelope}`),
    )
  })

  it('binds by plain question marks, as Node 22.19 and 24.0 to 24.6 bind nothing to numbered ones', async () => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
    onTestFinished(() => prepare.mockRestore())
    const storage = await openWithHook(['payment.created'])
    await storage.recordPayment(made('a'))
    const texts = prepare.mock.calls.map(([text]) => text)
    expect(texts.filter((text) => text.includes('insert into deliveries'))).toHaveLength(1)
    expect(texts.filter((text) => /\?\d/.test(text))).toEqual([])
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
