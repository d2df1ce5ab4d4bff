import { StorageConflict } from '../storage/errors.ts'
import type { Db, Storage } from '../storage/storage.ts'

const tries = 3

/**
 * `storage.write` for work that may refer to a row which another node deletes at the same moment (an endpoint, while an
 * event is on its way to it). The database refuses such a reference; run again, the work no longer sees the row.
 */
export async function writeSettled<T>(
  storage: Pick<Storage, 'write'>,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await storage.write(work)
    } catch (error) {
      const vanished = error instanceof StorageConflict && error.rule === 'reference'
      if (!vanished || attempt === tries) throw error
    }
  }
}
