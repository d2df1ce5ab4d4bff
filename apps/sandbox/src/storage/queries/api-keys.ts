import type { Insertable, Selectable } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
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

const byHash = prepared((db, value: Slots<{ hash: string }>) =>
  db.selectFrom('api_keys').select(['id', 'property_id', 'key_hash']).where('key_hash', '=', value('hash')),
)

/** Whose key has this hash. */
export async function findApiKeyByHash(
  db: Db,
  hash: string,
): Promise<Pick<ApiKeyRow, 'id' | 'property_id' | 'key_hash'> | undefined> {
  return (await byHash(db, { hash }))[0]
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
