import type { Db } from '../storage.ts'

/** A delivery for an attempt by hand: no claim is needed, and its endpoint may be switched off. */
export function selectDeliveryToSend(db: Db, propertyId: string, id: string) {
  return db
    .selectFrom('deliveries')
    .innerJoin('webhook_endpoints', (join) =>
      join
        .onRef('webhook_endpoints.property_id', '=', 'deliveries.property_id')
        .onRef('webhook_endpoints.id', '=', 'deliveries.endpoint_id'),
    )
    .selectAll('deliveries')
    .select(['webhook_endpoints.url', 'webhook_endpoints.secret'])
    .where('deliveries.property_id', '=', propertyId)
    .where('deliveries.id', '=', id)
    .executeTakeFirst()
}

/** Drops every claim: after all rows were replaced. Inside a transaction. */
export async function dropAllClaims(tx: Db): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ lease_until: null, lease_token: null })
    .where('lease_token', 'is not', null)
    .execute()
}
