import { chmodSync, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Mutex } from 'async-mutex'
import { Kysely } from 'kysely'
import { StorageUnusable } from '../errors.ts'
import { createGroupCommit } from './group-commit.ts'
import { createInsideWork } from '../inside-work.ts'
import { createListeners } from '../listeners.ts'
import { migrate } from '../migrate.ts'
import { sqliteColumns } from '../migrations/sqlite-columns.ts'
import { makeFolder } from '../../make-folder.ts'
import { clearInterval, setInterval } from '../../timers.ts'
import { DatabaseSync } from './node-sqlite.ts'
import type { OpenStorageOptions } from '../open-options.ts'
import { ownRateCounts } from '../rate-counts.ts'
import { runsTexts } from '../prepared.ts'
import { readsOnly } from '../reads-only.ts'
import type { Schema } from '../schema.ts'
import { SqliteConnection } from './connection.ts'
import { sqliteDialect, sqliteKysely } from './dialect.ts'
import { insertInBulk, withoutIndexes, withoutLog } from './bulk.ts'
import { keepUndoOf } from './undo.ts'
import { createLogSync } from './log-sync.ts'
import { sqliteOpenError } from './errors.ts'
import { type DatabaseFile, watchFile } from './file.ts'
import { refuseOtherNames } from './other-names.ts'
import { fileReaders, memoryReaders } from './readers.ts'
import { sqliteClaim, sqliteConfirm, sqliteRelease, sqliteSettle } from './deliveries.ts'
import { sqliteRecordPayment } from './payment.ts'
import type { Channel, Db, Storage } from '../storage.ts'

/** "SVCS": marks our files among those of other programs. */
const APPLICATION_ID = 0x53_56_43_53
/** How often to look whether another process has committed to the same file. */
const LOOK_EVERY_MS = 1000
/** How old a look may be for what is served from memory. */
const FRESH_FOR_MS = 50

/** One at a time: waiting for a lock stops the event loop, also for a holder of the lock in this process. */
const opening = new Mutex()

/**
 * `node:sqlite`. A file is in WAL mode, with one connection that writes and others that read; `:memory:` is one
 * connection for both. Another process may use the same file at the same time (a seeding, an export, a second
 * server): what it commits is seen at once and announced to this one's listeners within a second.
 */
export async function openSqlite(options: OpenStorageOptions): Promise<Storage> {
  const inMemory = options.database === ':memory:'
  const path = inMemory ? ':memory:' : resolve(options.database)
  const { lockTimeoutMs = 5000, logger } = options
  if (typeof options.partitions === 'number') {
    throw new StorageUnusable(
      `Cannot use the database ${path} with --partitions ${options.partitions}: PostgreSQL alone divides tables. Leave ` +
        'it away, or choose postgres://… as --database. Nothing was changed',
    )
  }

  const writer = await openMigrated(path, lockTimeoutMs)

  const inside = createInsideWork()
  const mutex = inMemory ? new Mutex() : undefined
  const listeners = createListeners((error, channel) => {
    logger?.error({ err: error, channel }, 'a listener of the database failed')
  })
  // What was committed, and refused because the file was gone, has been announced to nobody.
  const file = inMemory ? undefined : watchFile({ path, logger, onBack: () => listeners.tellAll() })
  const files = file && fileReaders(() => openReader(path, file), file.refuseWhenGone)
  const reading = files ?? memoryReaders(writer, mutex ?? new Mutex())
  const db = new Kysely<Schema>({ dialect: sqliteDialect(reading), plugins: [readsOnly(inside)] })
  runsTexts(db, (sql, values) => {
    inside.refuse('storage.db was used')
    return reading.all(sql, values)
  })
  const log = file && createLogSync({ writer: writer.raw, path, logger })
  const commits = createGroupCommit({
    connection: writer,
    lockTimeoutMs,
    mutex,
    onBookings: () => listeners.tell('bookings'),
    check: file?.lookQuickly,
    refuse,
    toDisk: log?.toDisk,
    keepUndo: file && keepUndoOf(writer.raw),
  })
  const announcements = new WeakMap<Db, Set<Channel>>()
  const others = file && watchOtherProcesses({ writer, file, changed: heardOfOthers })

  function heardOfOthers(): void {
    writer.claimChanges += 1
    listeners.tellAll()
  }

  function refuse(): void {
    file?.refuseWhenGone()
    log?.refuse()
  }

  function changedLog(): void {
    file?.changedLog()
    log?.changed()
  }

  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    others?.stop()
    listeners.clear()
    await commits.close()
    log?.close()
    files?.closeAll()
    keepStatistics(writer)
    writer.close()
  }

  const storage: Storage = {
    kind: inMemory ? 'memory' : 'sqlite',
    partitions: 0,
    db,
    async write(work) {
      inside.refuse('storage.write() was called')
      const channels = new Set<Channel>()
      const result = await commits.write((tx) => {
        announcements.set(tx, channels)
        return inside.run(() => work(tx))
      })
      for (const channel of channels) listeners.tell(channel)
      return result
    },
    async recordPayment(made) {
      inside.refuse('storage.recordPayment() was called')
      const { recorded, queued, taken } = await commits.writeNow((connection) =>
        sqliteRecordPayment(connection, made),
      )
      if (taken.length > 0) made.offer?.take(taken)
      if (queued > 0) listeners.tell('deliveries')
      return recorded
    },
    async claimDeliveries(wanted) {
      inside.refuse('storage.claimDeliveries() was called')
      return commits.writeNow((connection) => wanted.map((one) => sqliteClaim(connection, one)))
    },
    async confirmClaims(claims) {
      inside.refuse('storage.confirmClaims() was called')
      file?.refuseWhenGone()
      others?.look(0)
      // Nearly always: then no claim has to be looked at, in a turn of its own between the commits of others.
      if (claims.every(({ as_of }) => as_of === writer.claimChanges)) return [...claims]
      return commits.writeNow((connection) => sqliteConfirm(connection, claims))
    },
    async settleAttempts(settlements) {
      inside.refuse('storage.settleAttempts() was called')
      return commits.writeNow((connection) => sqliteSettle(connection, settlements))
    },
    async releaseClaims(claims) {
      inside.refuse('storage.releaseClaims() was called')
      return commits.writeNow((connection) => sqliteRelease(connection, claims))
    },
    skipLocked: (query) => query,
    async emptyTables(tx, tables) {
      for (const table of tables) await tx.deleteFrom(table).execute()
    },
    // A row that brings its `seq` along raises the next one by itself.
    raiseSequences: () => Promise.resolve(),
    load(tables, work) {
      const insert = insertInBulk(writer)
      const write = () => storage.write((tx) => withoutIndexes(writer, tables, () => work(tx, insert)))
      if (!file) return write()
      // A reader of this process would be one who has the file open, too. The next read opens another.
      files?.closeAll()
      return withoutLog(writer, changedLog, write)
    },
    rateCounts: ownRateCounts,
    async notify(tx, channel, from) {
      const channels = announcements.get(tx)
      if (channels) channels.add(channel)
      else listeners.tell(channel, from)
    },
    listen: (channel, heard) => listeners.add(channel, heard),
    hearsOthers: (withinMs) => !file?.isGone() && (others?.look(withinMs) ?? true),
    async ping() {
      file?.look()
      log?.refuse()
      await db.selectFrom('meta').select('key').limit(1).execute()
    },
    close: () => (closing ??= close()),
  }
  return storage
}

async function openMigrated(path: string, patienceMs: number): Promise<SqliteConnection> {
  const endTurn = await opening.acquire()
  try {
    if (path !== ':memory:') await refuseOtherNames(path, patienceMs)
    const writer = openWriter(path)
    try {
      await migrate(sqliteKysely<unknown>(writer), sqliteColumns, path)
      // From here on commits wait for the disk, in a new file too.
      if (path !== ':memory:') writer.raw.exec('pragma synchronous = full')
      // From here on the long wait for another process is group-commit.ts's, which does not stop the event loop.
      writer.raw.exec('pragma busy_timeout = 20')
      return writer
    } catch (error) {
      writer.close()
      throw sqliteOpenError(error, path)
    }
  } finally {
    endTurn()
  }
}

function openWriter(path: string): SqliteConnection {
  const inFile = path !== ':memory:'
  const isNew = inFile && !existsSync(path)
  let raw
  try {
    if (inFile) makeFolder(dirname(resolve(path)))
    raw = new DatabaseSync(path, { timeout: 5000 })
    if (inFile) {
      const blank = isBlank(raw, path)
      if (blank) {
        if (isNew) withoutJournal(raw)
        raw.exec(`pragma application_id = ${APPLICATION_ID}`)
      }
      // Waits until the file itself is on the disk: without it, nobody would look into its log.
      raw.exec('pragma synchronous = full')
      raw.exec('pragma journal_mode = wal')
      // Tables that nothing is in yet need no wait: the first commit with something in it waits for the whole log.
      if (isNew) raw.exec('pragma synchronous = off')
      // In pages. The same pages change again and again: fewer checkpoints write each of them back less often.
      raw.exec('pragma wal_autocheckpoint = 4000')
      // In KiB. A batch with deliveries changes some hundred pages: in the 2 MB of the default they push each other out, and
      // are read back from the log.
      raw.exec('pragma cache_size = -8000')
      // Signing secrets are in it, in the open unless a secret key is set. The -wal file takes over the mode.
      if (isNew) chmodSync(path, 0o600)
    }
    raw.exec('pragma foreign_keys = on')
    raw.exec('pragma journal_size_limit = 67108864')
    return new SqliteConnection(raw, path)
  } catch (error) {
    raw?.close()
    throw fileError(error, path)
  }
}

/**
 * A file that is just being made has nothing that a journal could bring back. It waited for the disk eight times, which was a
 * sixth of a start.
 */
function withoutJournal(raw: InstanceType<typeof DatabaseSync>): void {
  raw.exec('pragma synchronous = off')
  try {
    raw.exec('pragma journal_mode = memory')
  } catch {
    // Another process makes the same file and has its log already.
  }
}

function openReader(path: string, file: DatabaseFile): SqliteConnection {
  // Another file under this name would be read as if it were this database.
  file.look()
  const raw = new DatabaseSync(path, { timeout: 5000 })
  raw.exec('pragma query_only = on')
  return new SqliteConnection(raw, path)
}

/** Whether the file is new. Before anything is written: one of another program is left as it is. */
function isBlank(raw: InstanceType<typeof DatabaseSync>, path: string): boolean {
  const id = raw.prepare('pragma application_id').get()?.['application_id']
  if (id === APPLICATION_ID) return false
  const tables = raw.prepare('select count(*) as count from sqlite_schema').get()?.['count']
  if (id === 0 && tables === 0) return true
  throw new StorageUnusable(
    `Cannot use the database ${path}: it belongs to another program. It was left as it is; choose another --database`,
  )
}

const noFolder = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'])

/** The folder could not be made, or SQLite could not open the file. */
function fileError(error: unknown, path: string): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code !== undefined && noFolder.has(code)) {
    return new StorageUnusable(
      `Cannot use the database ${path}: its folder cannot be made or written (${code}). Choose another --database`,
      { cause: error },
    )
  }
  return sqliteOpenError(error, path)
}

/** Lets SQLite renew the statistics by which it chooses indexes, if they are out of date. It is optional. */
function keepStatistics(writer: SqliteConnection): void {
  try {
    writer.raw.exec('pragma optimize')
  } catch {
    // Another process writes, or the disk is full: the next close will do.
  }
}

/** Notices what other processes commit to the same file. */
interface OtherProcesses {
  /** Looks now, unless that was done a moment ago. Always true: from here on nothing older than that is unheard of. */
  look(withinMs?: number): true
  stop(): void
}

/** `data_version` changes when another connection commits, and in this process no other one writes. Costs 5 µs. */
function watchOtherProcesses(options: {
  writer: SqliteConnection
  file: DatabaseFile
  changed: () => void
}): OtherProcesses {
  const { writer, file, changed } = options
  const statement = writer.raw.prepare('pragma data_version')
  const version = () => statement.get()?.['data_version']
  let seen = version()
  let lookedAt = performance.now()
  const lookNow = (): void => {
    const now = version()
    const others = now !== seen
    seen = now
    lookedAt = performance.now()
    if (others) changed()
  }
  const timer = setInterval(() => {
    lookNow()
    try {
      file.look()
    } catch {
      // It is in the log, and each caller is told.
    }
  }, LOOK_EVERY_MS)
  timer.unref()
  return {
    look(withinMs = FRESH_FOR_MS) {
      if (performance.now() - lookedAt > withinMs) lookNow()
      return true
    },
    stop: () => clearInterval(timer),
  }
}
