import type { Client } from 'pg'
import { clearTimeout, setTimeout } from '../../timers.ts'
import type { StorageLogger } from '../open-options.ts'
import type { PostgresConfig } from './config.ts'

const FIRST_RETRY_MS = 100
const LAST_RETRY_MS = 5000
/** A connection can be dead without either side noticing. Only a query shows it. */
const ASK_EVERY_MS = 15_000

export interface NotificationOptions {
  config: PostgresConfig
  /** The channel of PostgreSQL to listen to. */
  channel: string
  /** Hears the payload of each notification. */
  heard(payload: string): void
  /** The connection was lost and is back: notifications may have been missed. */
  reconnected(): void
  logger?: StorageLogger | undefined
}

/** How long an answer of the connection proves that nothing sent before it was missed. */
const LIVE_FOR_MS = 100
/** From when on the next proof is asked for, while somebody wants one. */
const ASK_AGAIN_MS = 40

export interface Notifications {
  /** Whether other nodes hear of what is sent. */
  readonly notifies: boolean
  /**
   * Whether everything that was sent more than 100 ms ago has been heard. A connection can be dead without either side
   * noticing, so this asks the database ahead of time while it is wanted, and says no while there is no answer.
   */
  isLive(): boolean
  close(): Promise<void>
}

/** Listens on a connection of its own, which is opened again after each loss. Resolves when it first listens. */
export async function listenToPostgres(options: NotificationOptions): Promise<Notifications> {
  const { config, channel, logger } = options
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false
  /** When the question was asked that the connection answered last. */
  let provenAt = -Infinity
  let asking = false

  async function connect(): Promise<void> {
    const connecting = new config.Client({ ...config, query_timeout: 5000 })
    let isLost = false
    const lost = (reason?: Error): void => {
      if (isLost || closed) return
      isLost = true
      clearTimeout(timer)
      void connecting.end().catch(() => {})
      if (client !== connecting) return
      client = undefined
      provenAt = -Infinity
      logger?.warn(
        { err: reason },
        'the connection that hears PostgreSQL’s notifications was lost; reconnecting',
      )
      retry(FIRST_RETRY_MS)
    }
    // Without a listener an error of a connection would end the process.
    connecting.on('error', lost)
    connecting.on('end', () => lost())
    connecting.on('notification', ({ payload }) => options.heard(payload ?? ''))
    try {
      await connecting.connect()
      await connecting.query(`listen ${connecting.escapeIdentifier(channel)}`)
    } catch (error) {
      lost()
      throw error
    }
    if (closed) return void connecting.end().catch(() => {})
    client = connecting
    askLater(connecting, lost)
  }

  function askLater(connected: Client, lost: (reason?: Error) => void): void {
    timer = setTimeout(() => {
      connected.query('select 1').then(() => client === connected && askLater(connected, lost), lost)
    }, ASK_EVERY_MS)
    timer.unref()
  }

  function retry(waitMs: number): void {
    if (closed) return
    timer = setTimeout(() => void reconnect(waitMs), waitMs)
    timer.unref()
  }

  async function reconnect(waitedMs: number): Promise<void> {
    try {
      await connect()
    } catch {
      retry(Math.min(waitedMs * 2, LAST_RETRY_MS))
      return
    }
    if (closed) return
    logger?.info({}, 'PostgreSQL’s notifications are heard again')
    options.reconnected()
  }

  function prove(connected: Client): void {
    asking = true
    const askedAt = performance.now()
    connected.query('select 1').then(
      () => {
        asking = false
        if (client === connected) provenAt = askedAt
      },
      // Its `error` event brings the connection back.
      () => (asking = false),
    )
  }

  await connect()
  return {
    notifies: true,
    isLive() {
      if (!client) return false
      const age = performance.now() - provenAt
      if (age > ASK_AGAIN_MS && !asking) prove(client)
      return age <= LIVE_FOR_MS
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
