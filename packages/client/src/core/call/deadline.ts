import type { Runtime } from '../runtime.ts'

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
export interface Deadline {
  /** Aborts with a {@link Stopped}. */
  readonly signal: AbortSignal
  stop(): void
}

/**
 * Starts the clock over a stretch of work: its signal aborts when the time is up or when the parent aborts.
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
  const controller = new AbortController()
  const onParentAbort = () => {
    const reason: unknown = parent?.reason
    controller.abort(reason instanceof Stopped ? reason : new Stopped('caller', reason))
  }
  const cancel = options.runtime.timer(options.ms, () => controller.abort(new Stopped(by)))
  if (parent?.aborted) onParentAbort()
  else parent?.addEventListener('abort', onParentAbort, { once: true })
  return {
    signal: controller.signal,
    stop() {
      cancel()
      parent?.removeEventListener('abort', onParentAbort)
    },
  }
}
