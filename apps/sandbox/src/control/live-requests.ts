import type { LoggedRequest, RequestQuery } from '@svc/control'
import { Readable } from 'node:stream'
import { clearInterval, setInterval } from '../timers.ts'
import { requestFilter, type RequestLog } from './request-log.ts'

/** Proxies drop silent connections, mostly after 30 or 60 seconds. */
const heartbeatMs = 15_000
/** Bytes that a slow reader may be behind before its stream ends: the log must not collect in memory for it. */
const maxBehind = 1_048_576

/** The live streams of the request log. */
export interface LiveRequests {
  /** The requests that match, from now on, as server-sent events. */
  follow(query: RequestQuery): Readable
  /** Ends every stream. They do not end by themselves. */
  end(): void
}

export function createLiveRequests(log: Pick<RequestLog, 'listen'>): LiveRequests {
  const ends = new Set<() => void>()

  return {
    follow(query) {
      const matches = requestFilter(query)
      const stream = new Readable({ read() {} })
      const stop = log.listen((entry: LoggedRequest) => {
        if (!matches(entry)) return
        if (stream.readableLength > maxBehind) return end()
        stream.push(`id: ${entry.id}\nevent: request\ndata: ${JSON.stringify(entry)}\n\n`)
      })
      const heartbeat = setInterval(() => stream.push(': \n\n'), heartbeatMs)
      heartbeat.unref()
      function end(): void {
        if (!ends.delete(end)) return
        stop()
        clearInterval(heartbeat)
        stream.push(null)
      }
      ends.add(end)
      stream.once('close', end)
      // Sent at once: from here on the reader misses no request.
      stream.push(': the request log, live\n\n')
      return stream
    },
    end() {
      for (const end of ends) end()
    },
  }
}
