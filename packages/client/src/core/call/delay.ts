import type { Runtime } from '../runtime.ts'

/** Waits `ms` milliseconds; an abort ends the wait at once and rejects with the signal's reason. */
export function delay(ms: number, signal: AbortSignal | undefined, runtime: Runtime): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason as Error)
      return
    }
    const onAbort = () => {
      cancel()
      reject(signal?.reason as Error)
    }
    const cancel = runtime.timer(ms, () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    })
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
