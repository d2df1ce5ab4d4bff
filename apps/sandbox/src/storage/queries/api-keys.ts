import type { Insertable, Selectable } from 'kysely'
import type { ApiKeyTable } from '../schema.ts'
import type { Db } from '../storage.ts'

export type ApiKeyRow = Selectable<ApiKeyTable>

export async function insertApiKey(tx: Db, row: Insertable<ApiKeyTable>): Promise<void> {
  await tx.insertInto('api_keys').values(row).execute()
}

/** Oldest first. */
export function selectApiKeys(db: Db, propertyId: string): Promise<ApiKeyRow[]> {
  return db.selectFrom('api_keys').selectAll().where('property_id', '=', propertyId).orderBy('seq').execute()
}

export function findApiKeyByHash(db: Db, hash: string): Promise<ApiKeyRow | undefined> {
  return db.selectFrom('api_keys').selectAll().where('key_hash', '=', hash).executeTakeFirst()
}

/** @returns whether there was one */
export async function removeApiKey(tx: Db, propertyId: string, id: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('property_id', '=', propertyId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
