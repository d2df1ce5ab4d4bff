import { AsyncLocalStorage } from 'node:async_hooks'
import { StorageError } from './errors.ts'

/** Knows whether the current code was called by a running work. */
export interface InsideWork {
  run<T>(work: () => Promise<T>): Promise<T>
  /** @throws {StorageError} `nested_transaction`, inside a work */
  refuse(what: string): void
}

/**
 * A work that reads through `storage.db`, or that writes through `storage.write`, waits for itself: always in memory,
 * and on PostgreSQL when no connection is left. In a file it reads what its own transaction has replaced. Without this
 * check the server hangs sometimes; with it, this is an error on all three.
 */
export function createInsideWork(): InsideWork {
  const current = new AsyncLocalStorage<{ active: boolean }>()
  return {
    async run(work) {
      const own = { active: true }
      try {
        return await current.run(own, work)
      } finally {
        // A timer or an unawaited promise that the work leaves behind is no longer inside.
        own.active = false
      }
    },
    refuse(what) {
      if (!current.getStore()?.active) return
      throw new StorageError(
        'nested_transaction',
        `${what} inside storage.write(): use the transaction that it hands over`,
      )
    },
  }
}
