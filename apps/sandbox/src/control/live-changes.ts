import type { Change, ChangeTopic } from '@svc/control'
import type { Readable } from 'node:stream'
import type { Storage } from '../storage/storage.ts'
import { createSubscribers } from '../subscribers.ts'
import { clearTimeout, setTimeout } from '../timers.ts'
import type { EventStreams } from './event-streams.ts'
import type { RequestLog } from './request-log.ts'

/** Between two lines of a stream, at least: a load test must not make a dashboard read its lists without a pause. */
const gapMs = 500
/** Changes that come together are told together. */
const togetherMs = 40

/** News of what changes, for the lists that people look at. */
export interface LiveChanges {
  /** The changes from now on, as server-sent events. */
  follow(): Readable
  /** Says that something changed through the control API. */
  tell(topic: ChangeTopic): void
}

export interface LiveChangesOptions {
  streams: Pick<EventStreams, 'open'>
  storage: Pick<Storage, 'listen'>
  log: Pick<RequestLog, 'listen'>
}

/** Costs nothing while nobody follows. */
export function createLiveChanges({ streams, storage, log }: LiveChangesOptions): LiveChanges {
  const told = createSubscribers<[topic: ChangeTopic]>()

  return {
    tell: (topic) => told.tell(topic),
    follow() {
      return streams.open((push) => {
        const gathered = gather((topics) => push('change', { topics } satisfies Change))
        // The first line says that the reader misses nothing from here on.
        push('change', { topics: [] } satisfies Change)
        const stops = [
          gathered.stop,
          told.add(gathered.add),
          storage.listen('deliveries', () => gathered.add('deliveries')),
          log.listen(({ method, path, status }) => {
            gathered.add('requests')
            if (method === 'GET' || status >= 400) return
            gathered.add(path.includes('/webhooks') ? 'webhooks' : 'bookings')
          }),
        ]
        return () => {
          for (const stop of stops) stop()
        }
      })
    },
  }
}

/** Topics, sent together and not too often. */
function gather(send: (topics: ChangeTopic[]) => void): { add(topic: ChangeTopic): void; stop(): void } {
  const waiting = new Set<ChangeTopic>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastSent = Number.NEGATIVE_INFINITY

  function flush(): void {
    timer = undefined
    lastSent = performance.now()
    const topics = [...waiting]
    waiting.clear()
    send(topics)
  }

  return {
    add(topic) {
      waiting.add(topic)
      timer ??= setTimeout(flush, Math.max(togetherMs, lastSent + gapMs - performance.now())).unref()
    },
    stop: () => clearTimeout(timer),
  }
}
