import { existsSync, realpathSync, statSync } from 'node:fs'
import { StorageUnusable } from '../errors.ts'
import { pause } from '../../timers.ts'
import { sqliteCode } from './errors.ts'
import { DatabaseSync } from './node-sqlite.ts'

/** Primary result code of SQLite: somebody else has the lock. */
const BUSY = 5
/** How often to ask whether the other one has gone, in milliseconds. */
const ASK_EVERY_MS = 20

/**
 * Refuses a file that can be opened by two names. SQLite keeps its log beside the name that it was given: two names have
 * two logs, neither of which knows of the other, and what is committed by one is destroyed by the other.
 *
 * Two hard links are seen by the count that the file system keeps. A second name by a mount (one file, mounted into two
 * containers) has no count: it is seen while somebody has the file open by it, as locks belong to the file and the
 * shared memory of the log (`-shm`) to the name. A file system that keeps neither count nor locks tells nothing.
 *
 * @param patienceMs how long to wait for somebody who may only be opening or filling the file
 * @throws {StorageUnusable}
 */
export async function refuseOtherNames(path: string, patienceMs: number): Promise<void> {
  const file = statSync(path, { throwIfNoEntry: false })
  // Folders have several names, too; what is no file cannot be opened, and SQLite says so.
  if (!file?.isFile()) return
  const links = file.nlink
  if (links > 1) {
    throw new StorageUnusable(
      `Cannot use the database ${path}: the file has ${links} names (hard links). SQLite keeps a log for each name, so ` +
        `opened by two of them it would be destroyed. Remove the others ("find <folder> -samefile ${path}" finds them), ` +
        'or copy the file and use the copy. Nothing was changed',
    )
  }
  const asksUntil = performance.now() + patienceMs
  while (isOpenElsewhere(path)) {
    if (performance.now() >= asksUntil) {
      throw new StorageUnusable(
        `Cannot use the database ${path}: another process has the file open, and not by this name. Where a file is ` +
          'mounted by two names, SQLite keeps a log for each of them and the file would be destroyed: stop the other ' +
          'process, or give both the folder of the file and the same name. Nothing was changed',
      )
    }
    await pause(ASK_EVERY_MS)
  }
}

/** Whether somebody holds a lock on the file, while nobody has opened it by this name. */
function isOpenElsewhere(path: string): boolean {
  let connection
  try {
    if (isOpenByName(path)) return false
    // Each connection to a file with a log keeps a lock that others may share, and this one does not.
    connection = new DatabaseSync(path)
    connection.exec('pragma locking_mode = exclusive')
    connection.exec('begin immediate; rollback')
    return false
  } catch (error) {
    // Whatever else is wrong with the file, its opening says it.
    return sqliteCode(error) === BUSY && !isOpenByName(path)
  } finally {
    connection?.close()
  }
}

/**
 * Whether the log or the journal of this name is there. Also after a crash: then a second name is not seen, and what the
 * crash has left behind goes with the next opening.
 */
function isOpenByName(path: string): boolean {
  const real = realpathSync(path)
  return existsSync(`${real}-shm`) || existsSync(`${real}-journal`)
}
