import { close, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { StorageUnavailable } from '../errors.ts'
import type { Connection } from './node-sqlite.ts'
import type { StorageLogger } from '../open-options.ts'

/** Brings the log of an SQLite file to the disk, away from the thread that serves. */
export interface LogSync {
  /** Call it after a commit. Resolves when all that has been committed would survive a loss of power. */
  toDisk(): Promise<void>
  /** Throws once the disk has refused something: what came after it in the log would be lost with it. */
  refuse(): void
  /** This process has removed the log, or has made another one. */
  changed(): void
  close(): void
}

export interface LogSyncOptions {
  /** The one connection of this process that writes, with `synchronous=FULL`. */
  writer: Connection
  /** The database file. */
  path: string
  logger: StorageLogger | undefined
  /** Brings what was written into an open file to the disk. @default fdatasync */
  sync?: (descriptor: number) => Promise<void>
}

/**
 * With `synchronous=FULL` SQLite waits for the disk itself, at the end of a commit, and the thread stands with it: two
 * milliseconds on a quick disk, for each commit, in which nobody is answered and nothing is sent. So it commits without
 * waiting (`NORMAL`: the log is in order, and complete before a checkpoint uses it), and whoever committed is told after the
 * system has brought the log to the disk.
 *
 * The first commit into a log is SQLite's own to wait for: it brings the log's name into its folder too.
 */
export function createLogSync(options: LogSyncOptions): LogSync {
  const { writer, path, logger, sync = promisify(fdatasync) } = options
  let descriptor: number | undefined
  const statement = writer.prepare('select total_changes() as rows')
  const changes = () => statement.get()?.['rows']
  /** SQLite waits by itself, and had changed `before` rows when it began to. */
  let waits = true
  let before = changes()
  let broken: StorageUnavailable | undefined

  function letGo(): void {
    // Nobody waits for its end, and SQLite's locks are on other files.
    if (descriptor !== undefined) close(descriptor)
    descriptor = undefined
  }

  function refuse(): void {
    if (broken) throw broken
  }

  return {
    refuse,
    async toDisk() {
      if (waits) {
        // A commit that has changed nothing has waited for nothing. Under `--permission` Node refuses `fdatasync`.
        if (changes() === before || process.permission) return
        descriptor ??= openLog(path)
        if (descriptor === undefined) return
        writer.exec('pragma synchronous = normal')
        waits = false
        return
      }
      refuse()
      descriptor ??= openLog(path)
      try {
        if (descriptor === undefined) throw new Error(`${path}-wal cannot be opened`)
        await sync(descriptor)
      } catch (cause) {
        // The system forgets what it could not write, and says so once: to ask again would be told that all is well.
        broken = new StorageUnavailable(
          `The disk did not take what was written into ${path}-wal. Nothing is written any more, until a restart: it takes ` +
            'up what has reached the disk',
          { cause },
        )
        logger?.error({ err: cause, database: path }, broken.message)
        throw broken
      }
    },
    changed() {
      letGo()
      if (writer.isTransaction) return
      writer.exec('pragma synchronous = full')
      waits = true
      before = changes()
    },
    close: letGo,
  }
}

/** Undefined where there is none. */
function openLog(path: string): number | undefined {
  try {
    return openSync(`${path}-wal`, 'r+')
  } catch {
    return undefined
  }
}
