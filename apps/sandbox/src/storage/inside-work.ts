import { AsyncLocalStorage } from 'node:async_hooks'
import { StorageError } from './errors.ts'

/** Knows, wherever the code is that asks, whether it was called by a work that is under way. */
export interface InsideWork {
  run<T>(work: () => Promise<T>): Promise<T>
  /** @throws {StorageError} `nested_transaction`, inside a work */
  refuse(what: string): void
}

/**
 * A work that reads through `storage.db`, or that writes through `storage.write`, waits for itself: for ever in memory,
 * on PostgreSQL when no connection is left, and in a file it reads what its own transaction has replaced. Found out by
 * chance that is a server that hangs; here it is an error, on all three.
 */
export function createInsideWork(): InsideWork {
  const current = new AsyncLocalStorage<{ active: boolean }>()
  return {
    async run(work) {
      const own = { active: true }
      try {
        return await current.run(own, work)
      } finally {
        // What the work has left behind (a timer, a promise that nobody awaits) is no longer inside.
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
