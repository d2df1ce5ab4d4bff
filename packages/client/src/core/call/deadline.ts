import type { Runtime } from '../runtime.ts'
import type { Stop } from '../wire/exchanged.ts'

/** Why work was stopped: the time of one try, the time of the whole call, or the caller's own signal. */
export class Stopped extends Error {
  readonly by: 'attempt' | 'total' | 'caller'
  /** The caller's `signal.reason`, whatever it is; it is handed on as it came. */
  readonly reason: unknown

  constructor(by: Stopped['by'], reason?: unknown) {
    super(`stopped by ${by}`)
    this.by = by
    this.reason = reason
  }
}

/** A stretch of work that may be stopped. `stop()` removes its timer and its listener; always call it. */
export interface Deadline extends Stop {
  /** Why it was stopped; undefined while it goes on. */
  readonly reason: Stopped | undefined
  stop(): void
}

/**
 * Starts the clock over a stretch of work: it is stopped when the time is up or when the parent aborts.
 *
 * One listener on the parent, removed by `stop()`: a signal that outlives many calls (a server's shutdown signal)
 * must not collect listeners, which `AbortSignal.any` cannot promise.
 */
export function startDeadline(options: {
  ms: number
  by: 'attempt' | 'total'
  /** A caller's signal, or the signal of a wider deadline. */
  parent?: AbortSignal | undefined
  runtime: Runtime
}): Deadline {
  const { parent, by } = options
  let reason: Stopped | undefined
  let listener: (() => void) | undefined
  let controller: AbortController | undefined
  const stopBy = (why: Stopped) => {
    if (reason) return
    reason = why
    listener?.()
    controller?.abort(why)
  }
  const onParentAbort = () => {
    const why: unknown = parent?.reason
    stopBy(why instanceof Stopped ? why : new Stopped('caller', why))
  }
  const cancel = options.runtime.timer(options.ms, () => stopBy(new Stopped(by)))
  if (parent?.aborted) onParentAbort()
  else parent?.addEventListener('abort', onParentAbort, { once: true })
  return {
    get reason() {
      return reason
    },
    get byTimeLimit() {
      return reason !== undefined && reason.by !== 'caller'
    },
    onStop(then) {
      listener = then
      if (reason) then()
    },
    get signal() {
      if (!controller) {
        controller = new AbortController()
        if (reason) controller.abort(reason)
      }
      return controller.signal
    },
    stop() {
      cancel()
      parent?.removeEventListener('abort', onParentAbort)
    },
  }
}
