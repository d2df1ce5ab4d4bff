import type { Insertable, Selectable, Updateable } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
import type { WebhookEndpointTable } from '../schema.ts'
import type { Db } from '../storage.ts'

export type EndpointRow = Selectable<WebhookEndpointTable>

export async function insertEndpoint(tx: Db, row: Insertable<WebhookEndpointTable>): Promise<void> {
  await tx.insertInto('webhook_endpoints').values(row).execute()
}

export async function countEndpoints(db: Db, propertyId: string): Promise<number> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('property_id', '=', propertyId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Newest first. */
export function selectEndpoints(db: Db, propertyId: string): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('property_id', '=', propertyId)
    .orderBy('seq', 'desc')
    .execute()
}

export async function endpointExists(db: Db, propertyId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', '=', id)
    .where('property_id', '=', propertyId)
    .executeTakeFirst()
  return row !== undefined
}

/** The row, held until the transaction ends. */
export function lockEndpoint(tx: Db, propertyId: string, id: string): Promise<EndpointRow | undefined> {
  return tx
    .updateTable('webhook_endpoints')
    .set((eb) => ({ is_active: eb.ref('is_active') }))
    .where('id', '=', id)
    .where('property_id', '=', propertyId)
    .returningAll()
    .executeTakeFirst()
}

export async function changeEndpoint(
  tx: Db,
  propertyId: string,
  id: string,
  changes: Updateable<WebhookEndpointTable>,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(changes)
    .where('property_id', '=', propertyId)
    .where('id', '=', id)
    .execute()
}

/** Removes the endpoint with its deliveries and their attempts. @returns whether there was one */
export async function removeEndpoint(tx: Db, propertyId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('webhook_endpoints')
    .where('id', '=', id)
    .where('property_id', '=', propertyId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const active = prepared((db, value: Slots<{ propertyId: string }>) =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'events'])
    .where('property_id', '=', value('propertyId'))
    .where('is_active', '=', 1)
    .orderBy('seq'),
)

/** Endpoints that are switched on, oldest first; which events they subscribe to is in their JSON. */
export function selectActiveEndpoints(
  db: Db,
  propertyId: string,
): Promise<Pick<EndpointRow, 'id' | 'events'>[]> {
  return active(db, { propertyId })
}
