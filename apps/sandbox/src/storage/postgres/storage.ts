import { randomInt, randomUUID } from 'node:crypto'
import { Kysely, sql } from 'kysely'
import { createInsideWork } from '../inside-work.ts'
import { createListeners } from '../listeners.ts'
import { pause } from '../../timers.ts'
import type { OpenStorageOptions } from '../open-options.ts'
import { createAnnouncer } from './announcer.ts'
import { warnOfClockDifference } from './clock-difference.ts'
import { postgresConfig, postgresName } from './config.ts'
import { postgresDeliveryWork } from './deliveries.ts'
import { postgresDialect } from './dialect.ts'
import { emptyPostgresTables } from './empty-tables.ts'
import { isNotSupported, isSerializationFailure, postgresError, postgresOpenError } from './errors.ts'
import { type Notifications, listenToPostgres } from './listen.ts'
import { type PostgresLayout, migratePostgres } from './migrate.ts'
import { pollPostgres } from './poll.ts'
import { runNamed } from './statement.ts'
import { openPools } from './pools.ts'
import { postgresRecordPayment } from './payment.ts'
import { postgresRateCounts } from './rate-counts.ts'
import { runsTexts } from '../prepared.ts'
import { readsOnly } from '../reads-only.ts'
import type { Schema } from '../schema.ts'
import type { Channel, Db, Storage } from '../storage.ts'

/** How often a transaction that lost against another one runs again. */
const WRITE_ATTEMPTS = 5

/** PostgreSQL, shared by any number of nodes. */
export async function openPostgres(options: OpenStorageOptions): Promise<Storage> {
  const { logger } = options
  const config = postgresConfig(options)
  const name = postgresName(options.database)
  const node = randomUUID()

  const listeners = createListeners((error, channel) => {
    logger?.error({ err: error, channel }, 'a listener of the database failed')
  })
  let layout: PostgresLayout
  let channelName: string
  let notifications: Notifications
  try {
    layout = await migratePostgres({ ...options, config, name })
    channelName = `svc_${layout.schema}`.slice(0, 63)
    notifications = options.wake === 'poll' ? poll() : await listen()
  } catch (error) {
    throw postgresOpenError(error, name)
  }
  const { partitions } = layout

  function poll(): Notifications {
    logger?.info(
      {},
      'notifications of PostgreSQL are not used: this node looks for changes four times a second',
    )
    return pollPostgres(listeners)
  }

  async function listen(): Promise<Notifications> {
    try {
      return await listenToPostgres({
        config,
        channel: channelName,
        heard(payload) {
          const [sender, channel] = payload.split(' ')
          // This node has called its own listeners already, right after the commit.
          if (sender !== node) listeners.tell(channel as Channel)
        },
        reconnected: () => listeners.tellAll(),
        logger,
      })
    } catch (error) {
      if (!isNotSupported(error)) throw error
      logger?.warn({}, 'this database has no LISTEN: --wake poll is chosen in its place')
      return poll()
    }
  }

  const { pool, hot } = openPools(options, config)

  const inside = createInsideWork()
  const kysely = new Kysely<Schema>({ dialect: postgresDialect(pool) })
  const db = kysely.withPlugin(readsOnly(inside))
  runsTexts(db, async (text, values) => {
    inside.refuse('storage.db was used')
    try {
      return (await runNamed(hot, text, values)).rows
    } catch (error) {
      throw postgresError(error)
    }
  })
  await warnOfClockDifference(kysely, logger)
  const announcements = new WeakMap<Db, Set<Channel>>()

  async function send(on: Db, channels: Iterable<Channel>): Promise<void> {
    if (!notifications.notifies) return
    for (const channel of channels) {
      await sql`select pg_notify(${channelName}, ${`${node} ${channel}`})`.execute(on)
    }
  }
  const announcer = createAnnouncer((channels) => send(kysely, channels), logger)

  async function runOnce<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const channels = new Set<Channel>()
    const result = await kysely.transaction().execute(async (tx) => {
      announcements.set(tx, channels)
      const value = await inside.run(() => work(tx))
      // Rare, and no node may miss it: sent with the commit. Other channels follow later (announcer.ts).
      const rare = [...channels].filter((channel) => channel !== 'deliveries')
      await send(tx, rare)
      return value
    })
    for (const channel of channels) listeners.tell(channel)
    if (channels.has('deliveries')) announcer.tell(['deliveries'])
    return result
  }

  const recordPayment = postgresRecordPayment(hot, () => {
    listeners.tell('deliveries')
    announcer.tell(['deliveries'])
  })

  const deliveries = postgresDeliveryWork(pool, { divided: partitions > 0 })

  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    listeners.clear()
    await announcer.close()
    await notifications.close()
    await Promise.all([pool.end(), hot.end()])
  }

  return {
    kind: 'postgres',
    partitions,
    db,
    async write(work) {
      inside.refuse('storage.write() was called')
      for (let attempt = 1; ; attempt++) {
        try {
          return await runOnce(work)
        } catch (error) {
          if (attempt === WRITE_ATTEMPTS || !isSerializationFailure(error)) throw error
        }
        await pause(randomInt(5, 20) * attempt)
      }
    },
    async recordPayment(made) {
      inside.refuse('storage.recordPayment() was called')
      return recordPayment(made)
    },
    async claimDeliveries(wanted) {
      inside.refuse('storage.claimDeliveries() was called')
      return deliveries.claimDeliveries(wanted)
    },
    async confirmClaims(claims) {
      inside.refuse('storage.confirmClaims() was called')
      return deliveries.confirmClaims(claims)
    },
    async settleAttempts(settlements) {
      inside.refuse('storage.settleAttempts() was called')
      return deliveries.settleAttempts(settlements)
    },
    async releaseClaims(claims) {
      inside.refuse('storage.releaseClaims() was called')
      return deliveries.releaseClaims(claims)
    },
    skipLocked<Query>(query: Query): Query {
      const { forUpdate } = query as { forUpdate?: () => { skipLocked(): Query } }
      return forUpdate ? forUpdate.call(query).skipLocked() : query
    },
    emptyTables: emptyPostgresTables,
    async raiseSequences(tx, tables) {
      for (const table of tables) {
        // An identity does not notice rows that bring their own number along.
        await sql`
          select setval(sequence, greatest(nextval(sequence), (select coalesce(max(seq), 0) from ${sql.table(table)})))
          from (select pg_get_serial_sequence(${table}, 'seq') as sequence) as own`.execute(tx)
      }
    },
    rateCounts: (limit) => postgresRateCounts(pool, limit),
    async notify(tx, channel, from) {
      const channels = announcements.get(tx)
      if (channels) {
        channels.add(channel)
        return
      }
      await send(kysely, [channel])
      listeners.tell(channel, from)
    },
    listen: (channel, heard) => listeners.add(channel, heard),
    hearsOthers: () => notifications.isLive(),
    async ping() {
      await sql`select 1`.execute(db)
    },
    close: () => (closing ??= close()),
  }
}
