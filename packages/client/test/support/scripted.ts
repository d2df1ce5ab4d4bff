import type { Dispatcher } from 'undici'

/** What a scripted service does with a request: answers after `afterMs`, or breaks. */
export type Step =
  | { status: number; body?: unknown; headers?: Record<string, string | string[]> }
  | { error: Error; sent?: boolean }

export interface Scripted {
  dispatcher: Dispatcher
  /** Requests as they were sent, with the time at which they were. */
  sent: { at: number; method: string; path: string; headers: Record<string, string>; body: string }[]
}

/**
 * A dispatcher without sockets that plays a script, so that schedules can be tested on a clock that stands still. The
 * last step repeats.
 */
export function scripted(steps: Step[], now: () => number): Scripted {
  const sent: Scripted['sent'] = []
  const dispatch = (options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) => {
    const { method, path, headers, body } = options
    sent.push({
      at: now(),
      method,
      path,
      headers: headers as Record<string, string>,
      body: Buffer.isBuffer(body) ? body.toString() : '',
    })
    const step = steps[Math.min(sent.length, steps.length) - 1] as Step
    const controller = {
      paused: false,
      aborted: false,
      reason: null,
      rawHeaders: [],
      rawTrailers: [],
      abort() {},
      pause() {},
      resume() {},
    }
    queueMicrotask(() => {
      if ('error' in step) {
        if (step.sent) handler.onRequestStart?.(controller, {})
        handler.onResponseError?.(controller, step.error)
        return
      }
      handler.onRequestStart?.(controller, {})
      handler.onResponseStart?.(controller, step.status, step.headers ?? {}, '')
      if (step.body !== undefined) {
        const text = typeof step.body === 'string' ? step.body : JSON.stringify(step.body)
        handler.onResponseData?.(controller, Buffer.from(text))
      }
      handler.onResponseEnd?.(controller, {})
    })
    return true
  }
  return { dispatcher: { dispatch } as unknown as Dispatcher, sent }
}
