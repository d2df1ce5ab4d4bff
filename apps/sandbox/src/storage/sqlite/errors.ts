import { StorageBusy, StorageConflict, StorageError, StorageUnavailable, StorageUnusable } from '../errors.ts'

/** Primary result codes of SQLite (https://sqlite.org/rescode.html): the low byte of the extended ones. */
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const CORRUPT = 11
export const FULL = 13
export const CANTOPEN = 14
const CONSTRAINT = 19
const NOTADB = 26
const CONSTRAINT_FOREIGNKEY = 787
const CONSTRAINT_PRIMARYKEY = 1555
const CONSTRAINT_UNIQUE = 2067

/**
 * What a person can do about it, by primary code. Other errors (I/O error, out of memory …) keep the text of SQLite.
 */
const advice: Partial<Record<number, string>> = {
  [READONLY]:
    'the file or its folder is read-only. Give this user write access to both, or choose another --database',
  [CORRUPT]:
    'the file is damaged. Nothing was changed; restore a backup, or keep the file and start with another --database',
  [FULL]: 'the disk is full. Nothing of this change was written; free some space and send it again',
  [CANTOPEN]:
    'the file cannot be opened. Check that its folder exists and that this user may read and write it',
  [NOTADB]: 'the file is not an SQLite database. It was left as it is; choose another --database',
}

/** SQLite's result code of an error of `node:sqlite`; undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode
  return error instanceof Error && typeof code === 'number' ? code : undefined
}

/** Translates an error of SQLite into one of ours. Errors of the work itself pass unchanged. */
export function sqliteError(error: unknown, path: string): unknown {
  const code = sqliteCode(error)
  if (code === undefined || error instanceof StorageError) return error
  const cause = { cause: error }
  const { message } = error as Error
  switch (code & 0xff) {
    case BUSY:
    case LOCKED:
      return new StorageBusy(
        `${path}: another process is writing to the database and has been for too long`,
        cause,
      )
    case CONSTRAINT:
      if (code === CONSTRAINT_UNIQUE || code === CONSTRAINT_PRIMARYKEY)
        return new StorageConflict('unique', message, cause)
      return new StorageConflict(code === CONSTRAINT_FOREIGNKEY ? 'reference' : 'other', message, cause)
    // An error in a statement is a mistake of this program, not of the database.
    case 1:
    case 25:
      return error
    default:
      return new StorageUnavailable(`${path}: ${advice[code & 0xff] ?? message}`, cause)
  }
}

/** The error with which the start fails. */
export function sqliteOpenError(error: unknown, path: string): unknown {
  if (error instanceof StorageUnusable) return error
  const known = sqliteError(error, path)
  if (!(known instanceof StorageError)) return known
  return new StorageUnusable(`Cannot use the database ${known.message}`, { cause: error })
}
