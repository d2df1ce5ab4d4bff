import { AsyncLocalStorage } from 'node:async_hooks'
import type { Mutex } from 'async-mutex'
import { StorageBusy, StorageUnavailable } from '../errors.ts'
import { pause, setImmediate } from '../../timers.ts'
import type { SqliteConnection } from './connection.ts'
import { createRunWork, inSavepoint } from './writer.ts'
import type { Db } from '../storage.ts'

/** A batch ends after this number of works or this time, whichever is first, so that readers and sockets run too. */
const BATCH_WORKS = 512
const BATCH_MS = 10

export interface GroupCommitOptions {
  connection: SqliteConnection
  /** Taken for each batch. Only `:memory:` has one. */
  mutex?: Mutex | undefined
  /** Called right after a commit that may have changed bookings, before anybody hears of its success. */
  onBookings?: (() => void) | undefined
  /** How long to wait for another process that is writing, in milliseconds. */
  lockTimeoutMs: number
  /** How long a batch takes up works, in milliseconds. @default 10 */
  batchMs?: number | undefined
  /** Throws when what is committed now would be lost: after each commit, before its success is told. */
  check?: (() => void) | undefined
  /** Throws when that is known already. */
  refuse?: (() => void) | undefined
  /** Resolves when what was committed would survive a loss of power. @default a commit is over only then */
  toDisk?: (() => Promise<void>) | undefined
  /** Chooses where SQLite keeps what would take a work of the next batch back. Called outside of transactions. */
  keepUndo?: ((where: 'memory' | 'file') => void) | undefined
}

export interface GroupCommit {
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /**
   * The same for a work that is over when it returns and changes few rows: without Kysely, without promises, in nobody's
   * context. It may run again from the start, after what it had written was taken back.
   */
  writeNow<T>(work: (connection: SqliteConnection) => T): Promise<T>
  /** Resolves when all that was asked for before has been committed; refuses everything from now on. */
  close(): Promise<void>
}

interface Work {
  /**
   * In a savepoint: what throws has taken itself back.
   * @returns a promise only where it has to be waited for
   */
  run(): Promise<void> | void
  /** The same without a savepoint: after what throws, all of the transaction has to be taken back. Small works have it. */
  runBare?: () => void
  succeed(): void
  fail(error: unknown): void
}

/**
 * One commit for all writers of the moment. A write is over when it is on the disk, so one commit for each write bounds
 * them at the disk's pace. Works that wait at the same time run one after the other, each in a savepoint of one
 * transaction: one that fails takes only itself back, and all hear of their success after the commit.
 *
 * A savepoint copies each page before its first change, which is a fifth of what SQLite needs for a payment. Small works
 * hardly ever fail: so they run without savepoints, and when one throws, its batch is taken back and run once more with
 * them.
 *
 * SQLite keeps some 64 KB of what is copied in memory, and more of it in a file that is made for the transaction: half of all
 * calls to the system in a burst of deliveries. So batches of small works keep it in memory. Others may change a whole
 * database: they wait for a batch that uses the file.
 */
export function createGroupCommit(options: GroupCommitOptions): GroupCommit {
  const { connection, mutex, batchMs = BATCH_MS } = options
  const runWork = createRunWork(connection)
  let waiting: Work[] = []
  let running: Promise<void> | undefined
  let closed = false
  /** A small work has thrown: the next batch tells which one. */
  let suspicious = false

  function write<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    // Another caller may have started the loop: each work still runs in the context of its own caller (traces).
    const asCaller = AsyncLocalStorage.snapshot()
    return new Promise<T>((resolve, reject) => {
      let value: T
      join({
        async run() {
          value = await asCaller(() => runWork(work))
        },
        succeed: () => resolve(value),
        fail: reject,
      })
    })
  }

  function writeNow<T>(work: (connection: SqliteConnection) => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let value: T
      join({
        run() {
          value = inSavepoint(connection, work)
        },
        runBare() {
          value = work(connection)
        },
        succeed: () => resolve(value),
        fail: reject,
      })
    })
  }

  function join(work: Work): void {
    if (closed) return work.fail(new StorageUnavailable('The database has been closed'))
    waiting.push(work)
    // Not at once: other writers in this turn of the event loop join the batch.
    running ??= new Promise<void>((done) => {
      setImmediate(done)
    }).then(drain)
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const endTurn = await mutex?.acquire()
      try {
        await runBatch()
      } finally {
        endTurn?.()
      }
      if (waiting.length > 0) await new Promise((resolve) => void setImmediate(resolve))
    }
    running = undefined
  }

  async function runBatch(): Promise<void> {
    const small = waiting[0]?.runBare !== undefined
    const bare = small && !suspicious
    suspicious = false
    try {
      options.refuse?.()
      options.keepUndo?.(small ? 'memory' : 'file')
      await begin()
    } catch (error) {
      const refused = waiting
      waiting = []
      for (const work of refused) work.fail(error)
      return
    }

    const done: Work[] = []
    const until = performance.now() + batchMs
    let next = 0
    // `waiting` may grow while works run: those that come in time join this commit.
    for (; next < waiting.length && next < BATCH_WORKS; next++) {
      const work = waiting[next]
      if (!work || (small && !work.runBare) || performance.now() > until) break
      try {
        const over = bare ? work.runBare?.() : work.run()
        if (over) await over
        done.push(work)
      } catch (error) {
        if (bare) {
          // What it had written before it threw can't be told from what the others have.
          if (connection.raw.isTransaction) connection.run('rollback', [])
          suspicious = true
          return
        }
        work.fail(error)
        if (!connection.raw.isTransaction) {
          // Not an error of the work: SQLite gave up the transaction (disk full, I/O error), with all works in it.
          next++
          break
        }
      }
    }
    waiting = waiting.slice(next)

    try {
      if (!connection.raw.isTransaction) {
        throw new StorageUnavailable(
          'The database gave up the transaction; nothing of it was written. Try again',
        )
      }
      connection.run('commit', [])
      if (connection.changedBookings) {
        connection.changedBookings = false
        options.onBookings?.()
      }
      options.check?.()
      // Others are served meanwhile, but no batch begins: what comes in now shares the next commit.
      await options.toDisk?.()
    } catch (error) {
      if (connection.raw.isTransaction) connection.run('rollback', [])
      for (const work of done) work.fail(error)
      return
    }
    for (const work of done) work.succeed()
  }

  /**
   * SQLite's own busy wait would stop the event loop, so it is kept short, and the long wait is ours. Another process
   * (an import, a seeding) may hold the write lock for a while.
   */
  async function begin(): Promise<void> {
    const until = performance.now() + options.lockTimeoutMs
    for (let waitMs = 2; ; waitMs = Math.min(waitMs * 2, 50)) {
      try {
        connection.run('begin immediate', [])
        return
      } catch (error) {
        if (!(error instanceof StorageBusy) || performance.now() > until) throw error
      }
      await pause(waitMs)
    }
  }

  return {
    write,
    writeNow,
    async close() {
      closed = true
      await running
    },
  }
}
