import { statSync } from 'node:fs'
import { StorageFileGone } from '../errors.ts'
import type { StorageLogger } from '../open-options.ts'

/** Looks after the file of an open database. */
export interface DatabaseFile {
  /** What the last look has found. */
  isGone(): boolean
  /** Throws where the last look has found it gone. Costs nothing. */
  refuseWhenGone(): void
  /** Looks at the file, and throws when it is gone. Costs 3 µs: for each commit. */
  lookQuickly(): void
  /** Looks at its log too, and throws when one of them is gone. */
  look(): void
  /** Tells that this process itself has removed the log, or has made another one. */
  changedLog(): void
}

/**
 * Notices that a database file was deleted or replaced under its name. SQLite does not: it goes on with the file that it
 * has opened, which nobody finds any more, and all that is written ends with the process.
 */
export function watchFile(options: {
  path: string
  logger: StorageLogger | undefined
  /** Called when the file is in its place again. */
  onBack: () => void
}): DatabaseFile {
  const { path, logger, onBack } = options
  // What was committed last is in the log.
  const names = [path, `${path}-wal`]
  const opened = names.map(identityOf)
  let gone: string | undefined

  function refuseWhenGone(): void {
    if (gone !== undefined) throw new StorageFileGone(gone)
  }

  function lookAt(name: string, identity: string | undefined): void {
    if (gone !== undefined || identity === undefined) return
    const found = identityOf(name)
    if (found === identity) return
    const what = found === undefined ? 'is not there any more' : 'was replaced by another file'
    gone =
      `${name} ${what}: nothing is read or written until the file that was opened is back in its place. Put it back; ` +
      'or stop this server, restore a backup, and start again. A start without the file makes an empty database.'
    logger?.error({ database: path }, gone)
  }

  return {
    isGone: () => gone !== undefined,
    refuseWhenGone,
    lookQuickly() {
      lookAt(path, opened[0])
      refuseWhenGone()
    },
    look() {
      if (
        gone !== undefined &&
        names.every((name, at) => identityOf(name) === (opened[at] ?? identityOf(name)))
      ) {
        logger?.info({ database: path }, 'the database file is in its place again')
        gone = undefined
        onBack()
      }
      for (const [at, name] of names.entries()) lookAt(name, opened[at])
      refuseWhenGone()
    },
    changedLog() {
      opened[1] = identityOf(names[1] as string)
    },
  }
}

/** Which file has this name: another one after it was deleted or replaced. */
function identityOf(name: string): string | undefined {
  const found = statSync(name, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}
