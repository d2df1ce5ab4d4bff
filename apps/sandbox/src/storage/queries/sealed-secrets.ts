import type { Db } from '../storage.ts'

/** The secrets of an endpoint as they are stored. */
export interface StoredSecrets {
  seq: number
  id: string
  secret: string
  previous_secret: string | null
}

/** The next endpoints in the order of their creation. @param after `seq` to go on from; 0 for the start */
export function selectStoredSecrets(db: Db, after: number, limit: number): Promise<StoredSecrets[]> {
  return db
    .selectFrom('webhook_endpoints')
    .select(['seq', 'id', 'secret', 'previous_secret'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** Puts the same secrets in another seal, inside a transaction; leaves them where they have been rotated meanwhile. */
export async function replaceStoredSecrets(
  tx: Db,
  from: StoredSecrets,
  to: Pick<StoredSecrets, 'secret' | 'previous_secret'>,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(to)
    .where('seq', '=', from.seq)
    .where('secret', '=', from.secret)
    .execute()
}
