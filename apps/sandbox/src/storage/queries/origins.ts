import type { Db } from '../storage.ts'

/** In alphabetical order. */
export async function selectOrigins(db: Db, propertyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('allowed_origins')
    .select('origin')
    .where('property_id', '=', propertyId)
    .orderBy('origin')
    .execute()
  return rows.map((row) => row.origin)
}

export async function replaceOrigins(tx: Db, propertyId: string, origins: readonly string[]): Promise<void> {
  await tx.deleteFrom('allowed_origins').where('property_id', '=', propertyId).execute()
  if (origins.length === 0) return
  await tx
    .insertInto('allowed_origins')
    .values(origins.map((origin) => ({ property_id: propertyId, origin })))
    .execute()
}

/** Whether this property lists the origin; without a property: whether any does (a preflight carries no key, D7). */
export async function originListed(db: Db, origin: string, propertyId?: string): Promise<boolean> {
  let query = db.selectFrom('allowed_origins').select('origin').where('origin', '=', origin)
  if (propertyId !== undefined) query = query.where('property_id', '=', propertyId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}
