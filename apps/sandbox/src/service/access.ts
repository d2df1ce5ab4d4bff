import type { Storage } from '../storage/storage.ts'
import { type KeyOwner, resolveApiKey } from './api-keys.ts'
import { createNotifiedCache } from './notified-cache.ts'
import { originAllowed } from './origins.ts'

/** Who may come in. What was looked up once is answered at once until it changes. */
export interface Access {
  /** Whose key this is; undefined for a key that does not exist. */
  ownerOf(key: string): KeyOwner | Promise<KeyOwner | undefined>
  /** The same, where that was looked up before and is certainly still true. */
  known(key: string): KeyOwner | undefined
  /** Whether an `Origin` may come in: for this property or, without one, for any. */
  allows(origin: string, propertyId?: string): true | Promise<boolean>
}

/**
 * The same as the queries behind it, from memory where that is certainly still true. The map of keys is looked up by
 * V8's seeded hash of the whole key, which tells nobody how much of a guess was right.
 */
export function createAccess(options: { storage: Storage }): Access {
  const { storage } = options
  const owners = createNotifiedCache<KeyOwner>({ storage, channel: 'access' })
  const origins = createNotifiedCache<true>({ storage, channel: 'access' })
  return {
    known: (key) => owners.get(key),
    ownerOf: (key) => owners.get(key) ?? owners.load(key, () => resolveApiKey(storage.db, key)),
    allows(origin, propertyId) {
      // A space cannot stand in an origin.
      const key = `${origin} ${propertyId ?? ''}`
      const known = origins.get(key)
      if (known) return known
      const listed = async () => (await originAllowed(storage.db, origin, propertyId)) || undefined
      return origins.load(key, listed).then((allowed) => allowed === true)
    },
  }
}
