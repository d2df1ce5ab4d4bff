import { createHash, timingSafeEqual } from 'node:crypto'
import type { ApiKey, CreatedApiKey } from '@svc/control'
import {
  type ApiKeyRow,
  findApiKeyByHash,
  insertApiKey,
  removeApiKey,
  selectApiKeys,
} from '../storage/queries/api-keys.ts'
import type { Db } from '../storage/storage.ts'
import type { ServiceContext } from './context.ts'
import { notFound } from './errors.ts'
import { getProperty } from './properties.ts'
import { newApiKey } from './tokens.ts'
import { readId, timestamp } from './wire.ts'

/** Characters of a key that are kept to tell keys apart. In a generated key only five of them are random. */
const hintLength = 10

const digest = (key: string): Buffer => createHash('sha256').update(key, 'utf8').digest()

const toApiKey = ({
  id,
  name,
  hint,
  created_at,
}: Pick<ApiKeyRow, 'id' | 'name' | 'hint' | 'created_at'>): ApiKey => ({
  id,
  name,
  hint,
  created_at: timestamp(created_at),
})

/**
 * Creates an API key of a property (spec 5). This answer alone carries the key: only its hash is stored.
 *
 * @throws ServiceError `not_found` for an unknown property
 */
export async function createApiKey(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  input: {
    /** @default 'API key' */ name?: string | undefined
    /** A key to take as it is. @default a new one */ key?: string | undefined
  } = {},
): Promise<CreatedApiKey> {
  const property = await getProperty(tx, propertyId)
  const key = input.key ?? newApiKey(context.runtime)
  const row = {
    id: context.runtime.uuid(),
    property_id: property.id,
    name: input.name ?? 'API key',
    key_hash: digest(key).toString('hex'),
    // At most half, so the hint does not reveal a short key that a person chose.
    hint: key.slice(0, Math.min(hintLength, Math.floor(key.length / 2))),
    created_at: context.runtime.clock.now(),
  }
  await insertApiKey(tx, row)
  return { ...toApiKey(row), key }
}

/** The keys of a property, oldest first, without the keys themselves. */
export async function listApiKeys(db: Db, propertyId: string): Promise<ApiKey[]> {
  const property = await getProperty(db, propertyId)
  return (await selectApiKeys(db, property.id)).map(toApiKey)
}

/**
 * Deletes a key: from its commit on it opens nothing on this node, and 100 ms later on no other one.
 *
 * @throws ServiceError `not_found`
 */
export async function deleteApiKey(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  keyId: string,
): Promise<void> {
  const property = await getProperty(tx, propertyId)
  const id = readId(keyId)
  if (!id || !(await removeApiKey(tx, property.id, id))) throw notFound('API key', keyId)
  await context.storage.notify(tx, 'access')
}

/** What an API key opens. */
export interface KeyOwner {
  propertyId: string
  apiKeyId: string
}

/** The property of this key; undefined for a key that does not exist. */
export async function resolveApiKey(db: Db, key: string): Promise<KeyOwner | undefined> {
  const hash = digest(key)
  const row = await findApiKeyByHash(db, hash.toString('hex'))
  // The index compares hashes, whose prefix a caller cannot choose. This comparison takes constant time.
  if (!row || !timingSafeEqual(hash, Buffer.from(row.key_hash, 'hex'))) return undefined
  return { propertyId: row.property_id, apiKeyId: row.id }
}
