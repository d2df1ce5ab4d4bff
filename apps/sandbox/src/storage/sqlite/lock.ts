import { type Connection, DatabaseSync } from './node-sqlite.ts'
import { sqliteCode } from './errors.ts'

/** Primary result code of SQLite: somebody else has the lock. */
const BUSY = 5

/** A lock that is held. */
export interface HeldLock {
  release(): void
}

/**
 * Takes the lock that a file stands for, if nobody holds it: no other process, and nobody in this one. The system takes
 * it back when the process ends, also by `kill -9`, so nothing has to be concluded from a process id.
 *
 * Node cannot lock files. SQLite can, on every system, and it also keeps two callers in one process apart, which a lock
 * of POSIX alone does not. The file stays empty. In a process that holds it, nothing else may open and close it: POSIX
 * then drops the lock.
 *
 * @param path the file, made where it is not there; its folder must be there
 * @param waitMs how long to wait for another holder, with the event loop standing still. @default 0
 * @returns undefined when it is held by another
 * @throws when the file cannot be made or locked
 */
export function tryLock(path: string, waitMs = 0): HeldLock | undefined {
  let connection: Connection | undefined
  try {
    connection = new DatabaseSync(path, { timeout: waitMs })
    // No journal file beside it.
    connection.exec('pragma journal_mode = memory')
    connection.exec('begin immediate')
  } catch (error) {
    connection?.close()
    if (sqliteCode(error) === BUSY) return undefined
    throw error
  }
  const held = connection
  return { release: () => held.close() }
}
