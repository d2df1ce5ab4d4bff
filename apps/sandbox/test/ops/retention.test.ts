import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createRetention, type RetentionPeriods } from '../../src/ops/retention.ts'
import type { DeliveryTable } from '../../src/storage/schema.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { kinds, openParts, type Parts, type PlainTenant } from '../kit/index.ts'

const day = 86_400_000

/** Writes deliveries as the engine leaves them, `days` ago. */
async function insertDelivery(
  { storage, context }: Pick<Parts, 'storage' | 'context'>,
  tenant: Pick<PlainTenant, 'id'>,
  endpoint: string,
  delivery: { status: string; days: number; settledDays?: number },
): Promise<string> {
  const now = context.runtime.clock.now()
  const created_at = now - delivery.days * day
  const settled_at = now - (delivery.settledDays ?? delivery.days) * day
  const open = delivery.status === 'pending' || delivery.status === 'failed'
  const event_id = randomUUID()
  const row: Insertable<DeliveryTable> = {
    id: randomUUID(),
    property_id: tenant.id,
    endpoint_id: endpoint,
    event_id,
    event_type: 'payment.created',
    body: '{}',
    status: delivery.status,
    attempts: delivery.status === 'pending' ? 0 : 1,
    ladder_attempts: delivery.status === 'pending' ? 0 : 1,
    next_attempt_at: open ? now + day : null,
    last_attempted_at: delivery.status === 'pending' ? null : settled_at,
    delivered_at: delivery.status === 'delivered' ? settled_at : null,
    response_status: null,
    response_body: null,
    created_at,
    lease_until: null,
    lease_token: null,
    traceparent: null,
  }
  await storage.write(async (tx) => {
    const { id, property_id } = { id: event_id, property_id: tenant.id }
    await tx
      .insertInto('events')
      .values({ id, property_id, type: 'payment.created', data: '{}', created_at })
      .execute()
    await tx.insertInto('deliveries').values(row).execute()
    if (row.attempts === 0) return
    await tx
      .insertInto('attempts')
      .values({
        property_id: tenant.id,
        delivery_id: row.id,
        number: 1,
        kind: 'scheduled',
        started_at: settled_at,
        duration_ms: 3,
        outcome: delivery.status === 'delivered' ? 'delivered' : 'failed',
        response_status: null,
        response_body: null,
        error: null,
      })
      .execute()
  })
  return row.id
}

async function insertEndpoint(tenant: PlainTenant): Promise<string> {
  const answer = await tenant.call('POST', '/webhooks', {
    body: { url: 'https://receiver.example/hooks', events: ['payment.created'] },
  })
  return answer.json.id as string
}

/** A history that is long enough to be no longer shown: 50 young deliveries above the old ones. */
async function pushOut(parts: Parts, tenant: PlainTenant, endpoint: string): Promise<string[]> {
  const ids: string[] = []
  for (let count = 0; count < 50; count++) {
    ids.push(await insertDelivery(parts, tenant, endpoint, { status: 'delivered', days: 0 }))
  }
  return ids
}

const ids = async (storage: Storage) => {
  const rows = await storage.db.selectFrom('deliveries').select('id').execute()
  return rows.map(({ id }) => id).toSorted()
}

function retention({ storage, context }: Parts, periods: RetentionPeriods = {}, batch?: number) {
  const { clock } = context.runtime
  return createRetention({ storage, clock, ...periods, batch })
}

describe.each(kinds)('retention on %s', (kind) => {
  it('removes what was settled long ago with its attempts and events, and nothing that still waits', async () => {
    await using parts = await openParts(kind)
    const tenant = await parts.tenant()
    const endpoint = await insertEndpoint(tenant)
    const insert = (delivery: { status: string; days: number; settledDays?: number }) =>
      insertDelivery(parts, tenant, endpoint, delivery)
    // Oldest first, as rows are written.
    const pending = await insert({ status: 'pending', days: 400 })
    const failed = await insert({ status: 'failed', days: 400 })
    await insert({ status: 'dead', days: 90 })
    await insert({ status: 'delivered', days: 60 })
    const deadYoung = await insert({ status: 'dead', days: 89 })
    const deliveredLate = await insert({ status: 'delivered', days: 60, settledDays: 29 })
    await insert({ status: 'delivered', days: 30 })
    const shown = await pushOut(parts, tenant, endpoint)

    expect(await retention(parts).run()).toEqual({ deliveries: 3, events: 3, requests: 0 })

    expect(await ids(parts.storage)).toEqual([pending, failed, deadYoung, deliveredLate, ...shown].toSorted())
    const { db } = parts.storage
    const attempts = await db.selectFrom('attempts').select('delivery_id').execute()
    expect(attempts).toHaveLength(53)
    expect(await db.selectFrom('events').select('id').execute()).toHaveLength(54)
    expect(await retention(parts).run()).toEqual({ deliveries: 0, events: 0, requests: 0 })
  })

  it('keeps the last 50 of each endpoint, however old: its history shows them (spec 4.7)', async () => {
    await using parts = await openParts(kind)
    const tenant = await parts.tenant()
    const busy = await insertEndpoint(tenant)
    const quiet = await insertEndpoint(tenant)
    for (let count = 0; count < 60; count++) {
      await insertDelivery(parts, tenant, busy, { status: 'delivered', days: 200 })
    }
    const last = await insertDelivery(parts, tenant, quiet, { status: 'delivered', days: 200 })

    expect(await retention(parts, {}, 3).run()).toMatchObject({ deliveries: 10, events: 10 })
    const history = await tenant.call('GET', `/webhooks/${busy}/deliveries`)
    expect(history.json).toHaveLength(50)
    expect((await tenant.call('GET', `/webhooks/${quiet}/deliveries`)).json).toMatchObject([{ id: last }])
  })

  it('keeps everything when the periods are off', async () => {
    await using parts = await openParts(kind)
    const tenant = await parts.tenant()
    const endpoint = await insertEndpoint(tenant)
    await insertDelivery(parts, tenant, endpoint, { status: 'dead', days: 900 })
    await insertDelivery(parts, tenant, endpoint, { status: 'delivered', days: 900 })
    await pushOut(parts, tenant, endpoint)
    const all = { deliveredDays: 'off', deadDays: 'off' } as const
    expect(await retention(parts, all).run()).toMatchObject({ deliveries: 0, events: 0 })
    expect(await retention(parts, { deliveredDays: 'off' }).run()).toMatchObject({ deliveries: 1 })
  })

  it('may run on several nodes at once', async () => {
    await using parts = await openParts(kind)
    const tenant = await parts.tenant()
    const endpoint = await insertEndpoint(tenant)
    for (let count = 0; count < 40; count++) {
      await insertDelivery(parts, tenant, endpoint, { status: 'delivered', days: 60 })
    }
    const shown = await pushOut(parts, tenant, endpoint)
    const nodes = [1, 2, 3].map(() => retention(parts, {}, 4))
    const removed = await Promise.all(nodes.map((node) => node.run()))
    expect(removed.reduce((sum, { deliveries }) => sum + deliveries, 0)).toBe(40)
    expect(await ids(parts.storage)).toEqual(shown.toSorted())
  })
})
