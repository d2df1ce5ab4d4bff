import { constants, existsSync } from 'node:fs'
import { access, chmod, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { StorageUnusable } from '../errors.ts'
import { backup, DatabaseSync } from './node-sqlite.ts'
import { isPostgresUrl } from '../database-target.ts'
import { CANTOPEN, FULL, sqliteCode, sqliteOpenError } from './errors.ts'

export interface BackupOptions {
  /** As for `openStorage`. */
  database: string
  /** The file to write. Its folder must be there. */
  to: string
  /** Replace a file that is there. @default false */
  overwrite?: boolean
}

/**
 * Copies an SQLite database while servers go on writing to it. The copy is the state of one moment, is checked, and
 * appears under its name only when it is complete. Restoring it: stop the server, put it in the place of the database,
 * remove `<database>-wal` and `<database>-shm`, start the server.
 * @throws {StorageUnusable} when there is nothing to copy, or the copy cannot be written
 */
export async function backupDatabase(options: BackupOptions): Promise<{ bytes: number }> {
  refuseOthers(options.database)
  const from = resolve(options.database)
  const to = resolve(options.to)
  if (!existsSync(from)) throw new StorageUnusable(`There is no database ${from} to back up`)
  if (to === from) throw new StorageUnusable(`The backup cannot take the place of the database itself: ${to}`)
  if (existsSync(to) && !options.overwrite) {
    throw new StorageUnusable(`${to} is there already: choose another name, or remove it first`)
  }

  const folder = dirname(to)
  await access(folder, constants.W_OK).catch((cause: unknown) => {
    const why = existsSync(folder) ? 'this user may not write into' : 'there is no folder'
    throw new StorageUnusable(`The backup ${to} cannot be written: ${why} ${folder}`, { cause })
  })

  const partial = `${to}.partial-${process.pid}`
  try {
    const source = new DatabaseSync(from, { timeout: 5000 })
    try {
      source.exec('pragma query_only = on')
      // All pages in one step: with steps, each commit of a server makes the copy start again. In WAL mode nobody has
      // to wait for it.
      await backup(source, partial, { rate: 2 ** 30 }).catch((error: unknown) => {
        throw ofTheCopy(error, to)
      })
    } finally {
      source.close()
    }
    check(partial)
    // It holds what the database holds: signing secrets, in the open unless a secret key is set.
    await chmod(partial, 0o600)
    await flush(partial)
    await rename(partial, to)
    await flush(dirname(to))
  } catch (error) {
    await rm(partial, { force: true })
    throw sqliteOpenError(error, from)
  }
  return { bytes: (await stat(to)).size }
}

/** The two files are read and written in one call: these problems are of the one that is written. */
function ofTheCopy(error: unknown, to: string): unknown {
  const code = (sqliteCode(error) ?? 0) & 0xff
  if (code !== FULL && code !== CANTOPEN) return error
  const why = code === FULL ? 'the disk is full' : 'its file cannot be made there'
  return new StorageUnusable(`The backup ${to} cannot be written: ${why}`, { cause: error })
}

function refuseOthers(database: string): void {
  if (isPostgresUrl(database)) {
    throw new StorageUnusable(
      'PostgreSQL brings its own backup: pg_dump --format=custom --file=FILE <database>, or a base backup with ' +
        'continuous archiving. "npx @svc/sandbox export F" writes all rows as JSON, which any --database can import',
    )
  }
  if (database === ':memory:') {
    throw new StorageUnusable(
      'A database in memory belongs to its server: use "npx @svc/sandbox export F", which asks it',
    )
  }
}

function check(path: string): void {
  const copy = new DatabaseSync(path)
  try {
    const result = copy.prepare('pragma quick_check(1)').get()?.['quick_check']
    if (result !== 'ok')
      throw new StorageUnusable(`The copy is damaged, and so may be the database: ${String(result)}`)
    // A copy is one file: without this, opening it read-only would need the files that belong to WAL.
    copy.exec('pragma journal_mode = delete')
  } finally {
    copy.close()
  }
}

/** Until the file and its entry in the folder are on the disk, a power cut can undo them. */
async function flush(path: string): Promise<void> {
  // Windows cannot open a folder, and needs no flush of it.
  if (process.platform === 'win32' && (await stat(path)).isDirectory()) return
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
