import type { StorageLogger } from '../open-options.ts'
import { pause } from '../../timers.ts'
import type { Channel } from '../storage.ts'

const RETRY_MS = 1000

/** Notifies the other nodes of commits, some milliseconds later. */
export interface Announcer {
  tell(channels: Iterable<Channel>): void
  /** Resolves when nothing is being sent any more. */
  close(): Promise<void>
}

/**
 * `NOTIFY` inside a transaction takes a lock that lets only one transaction of the whole server commit at a time:
 * with two nodes, 1,230 payments/s instead of 2,300–2,850. Sent after the commit, one for all commits since the last,
 * it costs nothing. A node that dies in between sends nothing, so listeners also check from time to time.
 * @param send sends one notification per channel
 */
export function createAnnouncer(
  send: (channels: Channel[]) => Promise<void>,
  logger?: StorageLogger,
  retryMs = RETRY_MS,
): Announcer {
  const waiting = new Set<Channel>()
  let sending: Promise<void> | undefined
  let closed = false

  async function sendAll(): Promise<void> {
    while (waiting.size > 0) {
      const channels = [...waiting]
      waiting.clear()
      try {
        await send(channels)
      } catch (error) {
        if (closed) break
        logger?.warn({ err: error, channels }, 'other nodes could not be notified; trying again')
        for (const channel of channels) waiting.add(channel)
        await pause(retryMs)
      }
    }
    sending = undefined
  }

  return {
    tell(channels) {
      for (const channel of channels) waiting.add(channel)
      if (waiting.size > 0 && !closed) sending ??= sendAll()
    },
    async close() {
      closed = true
      await sending
    },
  }
}
