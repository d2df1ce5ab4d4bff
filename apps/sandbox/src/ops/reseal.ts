import { StorageUnusable } from '../storage/errors.ts'
import {
  replaceStoredSecrets,
  selectStoredSecrets,
  type StoredSecrets,
} from '../storage/queries/sealed-secrets.ts'
import { createSecretBox, type SecretBox } from '../storage/secret-box.ts'
import type { Storage } from '../storage/storage.ts'

const page = 200

/**
 * Seals all webhook secrets with the first key: those that were stored before there was a key, and those that an older
 * key has sealed. After a start with `SVC_SECRET_KEY=new,old` only idempotent answers need the old key, for the rest of
 * their 24 hours.
 *
 * @returns how many endpoints were changed, and the ids of those whose secret no key opens
 * @throws {StorageUnusable} when secrets are sealed and there is no key: no delivery could be signed
 */
export async function resealSecrets(options: {
  storage: Storage
  keys: readonly string[]
}): Promise<{ resealed: number; unreadable: string[] }> {
  const { storage, keys } = options
  const box = createSecretBox(keys)
  const current = createSecretBox(keys.slice(0, 1))
  const result = { resealed: 0, unreadable: [] as string[] }
  for (let after = 0; ;) {
    const rows = await selectStoredSecrets(storage.db, after, page)
    const changes = rows.flatMap(
      (row): [StoredSecrets, Pick<StoredSecrets, 'secret' | 'previous_secret'>][] => {
        const secret = resealed(row.secret)
        const previous_secret = row.previous_secret === null ? null : resealed(row.previous_secret)
        if (secret === undefined || previous_secret === undefined) {
          result.unreadable.push(row.id)
          return []
        }
        const changed = secret !== row.secret || previous_secret !== row.previous_secret
        return changed ? [[row, { secret, previous_secret }]] : []
      },
    )
    if (changes.length > 0) {
      await storage.write(async (tx) => {
        for (const [from, to] of changes) await replaceStoredSecrets(tx, from, to)
      })
    }
    result.resealed += changes.length
    const last = rows.at(-1)
    if (!last || rows.length < page) break
    after = last.seq
  }
  if (result.unreadable.length > 0 && keys.length === 0) {
    throw new StorageUnusable(
      `The secrets of ${result.unreadable.length} webhook endpoints are sealed, and there is no key to open them: ` +
        'set SVC_SECRET_KEY to the key that they were sealed with',
    )
  }
  return result

  /** The same secret under the first key; undefined when no key opens it. */
  function resealed(stored: string): string | undefined {
    const isSealed = stored.startsWith('sealed:')
    // Without a key, readable secrets stay as they are.
    if (!isSealed && keys.length === 0) return stored
    if (isSealed && opened(current, stored) !== undefined) return stored
    const plain = opened(box, stored)
    return plain === undefined ? undefined : box.seal(plain)
  }
}

function opened(box: SecretBox, stored: string): string | undefined {
  try {
    return box.open(stored)
  } catch (error) {
    if (error instanceof StorageUnusable) return undefined
    throw error
  }
}
