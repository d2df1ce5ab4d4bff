import type { Insertable, Selectable } from 'kysely'
import type { DeliveryTable } from '../schema.ts'
import type { Db } from '../storage.ts'

export type DeliveryRow = Selectable<DeliveryTable>

/** What a delivery record of the client API shows; the history has no body and no claim. */
const recordColumns = [
  'id',
  'event_type',
  'status',
  'attempts',
  'last_attempted_at',
  'delivered_at',
  'response_status',
  'response_body',
  'created_at',
] as const
export type DeliveryRecordRow = Pick<DeliveryRow, (typeof recordColumns)[number]>

export async function insertDeliveries(tx: Db, rows: Insertable<DeliveryTable>[]): Promise<void> {
  if (rows.length > 0) await tx.insertInto('deliveries').values(rows).execute()
}

/** The last `limit` deliveries of an endpoint, newest first. */
export function selectEndpointDeliveries(
  db: Db,
  propertyId: string,
  endpointId: string,
  limit: number,
): Promise<DeliveryRecordRow[]> {
  return db
    .selectFrom('deliveries')
    .select(recordColumns)
    .where('property_id', '=', propertyId)
    .where('endpoint_id', '=', endpointId)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
}
