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

/** Gives claims back whose attempts will not be settled. Inside a transaction. */
export async function releaseClaims(
  tx: Db,
  claims: readonly { id: string; property_id: string; lease_token: string }[],
): Promise<void> {
  for (const { id, property_id, lease_token } of claims) {
    await tx
      .updateTable('deliveries')
      .set({ lease_until: null, lease_token: null })
      .where('property_id', '=', property_id)
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .execute()
  }
}

/** Drops every claim: after all rows were replaced. Inside a transaction. */
export async function dropAllClaims(tx: Db): Promise<void> {
  await tx
    .updateTable('deliveries')
    .set({ lease_until: null, lease_token: null })
    .where('lease_token', 'is not', null)
    .execute()
}
