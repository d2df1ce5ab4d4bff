import { isImmediateReal } from '../timers.ts'
import { type Channel, maxIdleMs } from './channel.ts'

/** Connections that wait for another attempt to the same endpoint (D27). */
export interface KeptChannels {
  /** The most recently used one that is still usable, if any. */
  take(key: string): Channel | undefined
  /** Keeps a channel whose answer has ended, unless the receiver or the answer has closed it. */
  keep(key: string, channel: Channel): void
  /** Closes all. */
  close(): void
}

interface Kept {
  channel: Channel
  since: number
}

/** @param elapsed milliseconds since some moment */
export function createKeptChannels(elapsed: () => number): KeptChannels {
  const idle = new Map<string, Kept[]>()
  const watched = new WeakSet<Channel>()

  function drop(key: string, channel: Channel): void {
    const left = idle.get(key)?.filter((kept) => kept.channel !== channel) ?? []
    if (left.length > 0) idle.set(key, left)
    else idle.delete(key)
  }

  return {
    take(key) {
      const kept = idle.get(key)
      const last = kept?.pop()
      if (kept?.length === 0) idle.delete(key)
      if (!last) return undefined
      const fit =
        elapsed() - last.since < maxIdleMs &&
        last.channel.connection?.socket.destroyed === false &&
        // undici lets a turn of the event loop pass before it writes on a kept connection, and takes the global
        // setImmediate for it. With a fake one, that turn never comes.
        isImmediateReal()
      if (fit) return last.channel
      last.channel.close()
      // The others have waited for longer.
      for (const { channel } of idle.get(key) ?? []) channel.close()
      idle.delete(key)
      return undefined
    },
    keep(key, channel) {
      const socket = channel.connection?.socket
      if (!socket || socket.destroyed) return channel.close()
      if (!watched.has(channel)) {
        watched.add(channel)
        socket.once('close', () => drop(key, channel))
      }
      const kept = idle.get(key)
      if (kept) kept.push({ channel, since: elapsed() })
      else idle.set(key, [{ channel, since: elapsed() }])
    },
    close() {
      for (const kept of idle.values()) for (const { channel } of kept) channel.close()
      idle.clear()
    },
  }
}
