import { sql } from 'kysely'
import type { Db } from '../storage.ts'

/** Deliveries that are looked at: no index has those that were tried more than once. */
const lookedThrough = 20_000

const keyOf = (propertyId: string): string => `first_steps:${propertyId}`

/** What was kept of the first steps of a property, as JSON. */
export async function readFirstSteps(db: Db, propertyId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', keyOf(propertyId))
    .executeTakeFirst()
  return row?.value
}

export async function writeFirstSteps(tx: Db, propertyId: string, value: string): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ key: keyOf(propertyId), value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Which steps the tables show as done now. */
export async function selectStepsDone(
  db: Db,
  propertyId: string,
): Promise<{ key: boolean; call: boolean; endpoint: boolean; delivery: boolean; retry: boolean }> {
  // One after the other: inside a transaction there is one connection.
  const key = await db
    .selectFrom('api_keys')
    .select('id')
    .where('property_id', '=', propertyId)
    .limit(1)
    .executeTakeFirst()
  // An answer that is kept for its idempotency key: of a call that the log has forgotten.
  const answered = await db
    .selectFrom('idempotency_records')
    .select('status')
    .where('property_id', '=', propertyId)
    .where('status', '<', 300)
    .limit(1)
    .executeTakeFirst()
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('property_id', '=', propertyId)
    .limit(1)
    .executeTakeFirst()
  const newest = db
    .selectFrom('deliveries')
    .select(['attempts', 'status'])
    .where('property_id', '=', propertyId)
    .orderBy('seq', 'desc')
    .limit(lookedThrough)
  const deliveries = await db
    .selectFrom(newest.as('newest'))
    .select((eb) => [
      eb.fn.max<number | string | null>('attempts').as('most'),
      sql<number | string | null>`max(case when status = 'delivered' then 1 else 0 end)`.as('arrived'),
    ])
    .executeTakeFirst()
  return {
    key: key !== undefined,
    call: answered !== undefined,
    endpoint: endpoint !== undefined,
    delivery: Number(deliveries?.arrived ?? 0) === 1,
    retry: Number(deliveries?.most ?? 0) > 1,
  }
}
