import type { LoggedRequest, RequestQuery } from '@svc/control'
import type { Readable } from 'node:stream'
import type { EventStreams } from './event-streams.ts'
import { requestFilter, type RequestLog } from './request-log.ts'

/** The live streams of the request log. */
export interface LiveRequests {
  /** The requests that match, from now on, as server-sent events. */
  follow(query: RequestQuery): Readable
}

export function createLiveRequests(
  streams: Pick<EventStreams, 'open'>,
  log: Pick<RequestLog, 'listen'>,
): LiveRequests {
  return {
    follow(query) {
      const matches = requestFilter(query)
      return streams.open((push) =>
        log.listen((held) => {
          if (!matches(held)) return
          const entry: LoggedRequest = held.write()
          push('request', entry, entry.id)
        }),
      )
    },
  }
}
