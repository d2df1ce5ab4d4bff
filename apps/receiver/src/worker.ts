import { setTimeout as delay } from 'node:timers/promises'
import { parseEvent, type UnknownEvent, type WebhookEvent } from '@svc/models'
import type { Inbox } from './inbox.ts'

export interface WorkerOptions {
  inbox: Inbox
  /** Your work. It may run again for one event after a crash: make it safe to repeat. */
  handle: (event: WebhookEvent | UnknownEvent) => Promise<void>
  /** Called at every failure; `final` when there are no more tries. The event then stays in the inbox for a person. */
  onFailure: (error: unknown, event: { id: string; final: boolean }) => void
  /** Tries per event. @default 5 */
  maxFailures?: number
  /** The wait before an event that has failed n times is tried again. @default 1 s, 2 s, 4 s … */
  backoff?: (failures: number, signal: AbortSignal) => Promise<void>
}

export interface Worker {
  /** Something new has been accepted. */
  wake(): void
  /** Finishes the current event and stops. Waiting events are kept for the next start. */
  stop(): Promise<void>
}

const exponential = (failures: number, signal: AbortSignal) =>
  delay(1000 * 2 ** (failures - 1), undefined, { signal })

/** Works through the inbox, one event at a time and oldest first, independent of the requests. */
export function startWorker(options: WorkerOptions): Worker {
  const { inbox, handle, onFailure, maxFailures = 5, backoff = exponential } = options
  let stopped = false
  let news = new AbortController()
  let running: Promise<void> | undefined

  async function workOff(): Promise<void> {
    for (let waiting = inbox.next(maxFailures); waiting; waiting = inbox.next(maxFailures)) {
      if (stopped) return
      if (waiting.failures > 0) {
        // Only failed events are left. A new event ends the wait, so it does not wait for them.
        news = new AbortController()
        await backoff(waiting.failures, news.signal).catch(() => undefined)
        if (news.signal.aborted) continue
      }
      try {
        await handle(parseEvent(JSON.parse(waiting.body)))
        inbox.done(waiting.id)
      } catch (error) {
        inbox.failed(waiting.id)
        onFailure(error, { id: waiting.id, final: waiting.failures + 1 >= maxFailures })
      }
    }
  }

  const worker: Worker = {
    wake() {
      news.abort()
      running ??= workOff().finally(() => {
        running = undefined
        // A delivery was accepted after the last read.
        if (!stopped && inbox.next(maxFailures)) worker.wake()
      })
    },
    async stop() {
      stopped = true
      news.abort()
      await running
    },
  }
  worker.wake()
  return worker
}
