import { setTimeout as delay } from 'node:timers/promises'
import { parseEvent, type UnknownEvent, type WebhookEvent } from '@svc/models'
import type { Inbox } from './inbox.ts'

export interface WorkerOptions {
  inbox: Inbox
  /** Your work. It may run again for one event after a crash: make it safe to repeat. */
  handle: (event: WebhookEvent | UnknownEvent) => Promise<void>
  /** Called at every failure; `final` when there are no more tries. The event then stays in the inbox for a person. */
  onFailure: (error: unknown, event: { id: string; final: boolean }) => void
  /** Called when the inbox itself fails (its disk is full): nothing is lost, and it is tried again. */
  onTrouble: (error: unknown) => void
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
  const { inbox, handle, onFailure, onTrouble, maxFailures = 5, backoff = exponential } = options
  let stopped = false
  let news = new AbortController()
  const stopping = new AbortController()
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

  async function waitAfter(error: unknown): Promise<void> {
    onTrouble(error)
    // A new event cannot mend the inbox, so it does not end this wait: only `stop` does.
    try {
      if (!stopped) await backoff(1, stopping.signal)
    } catch {
      // It was told to stop.
    }
  }

  function isAnyWaiting(): boolean {
    try {
      return inbox.next(maxFailures) !== undefined
    } catch {
      // The next round says it, and waits.
      return true
    }
  }

  const worker: Worker = {
    wake() {
      news.abort()
      running ??= workOff()
        .catch(waitAfter)
        .finally(() => {
          running = undefined
          // A delivery was accepted after the last read, or the inbox has failed.
          if (!stopped && isAnyWaiting()) worker.wake()
        })
    },
    async stop() {
      stopped = true
      news.abort()
      stopping.abort()
      await running
    },
  }
  worker.wake()
  return worker
}
