import { Readable } from 'node:stream'
import { clearInterval, setInterval } from '../timers.ts'

/** Proxies drop silent connections, mostly after 30 or 60 seconds. */
const heartbeatMs = 15_000
/** Bytes that a slow reader may be behind before its stream ends: nothing may collect in memory for it. */
const maxBehind = 1_048_576

/** Streams of server-sent events that end when the server stops. */
export interface EventStreams {
  /**
   * A stream. `subscribe` gets what sends an entry to its reader, and returns what stops that.
   */
  open(subscribe: (push: (event: string, entry: object, id?: string) => void) => () => void): Readable
  /** Ends every stream. They do not end by themselves. */
  end(): void
}

export function createEventStreams(): EventStreams {
  const ends = new Set<() => void>()

  return {
    open(subscribe) {
      const stream = new Readable({ read() {} })
      const heartbeat = setInterval(() => stream.push(': \n\n'), heartbeatMs)
      heartbeat.unref()
      // Sent at once: from here on the reader misses nothing.
      stream.push(': live\n\n')
      const stop = subscribe((event, entry, id) => {
        if (stream.readableLength > maxBehind) return end()
        stream.push(
          `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(entry)}\n\n`,
        )
      })
      function end(): void {
        if (!ends.delete(end)) return
        stop()
        clearInterval(heartbeat)
        stream.push(null)
      }
      ends.add(end)
      stream.once('close', end)
      return stream
    },
    end() {
      for (const end of ends) end()
    },
  }
}
