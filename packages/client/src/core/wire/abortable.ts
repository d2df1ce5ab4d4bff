/**
 * Settles with the promise, or rejects with `signal.reason` as soon as the signal aborts, whatever the promise does
 * later. undici answers an abort only when the connection is open. A caller that aborts must not wait for that.
 */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => {
      reject(signal.reason as Error)
    }
    const settle = () => signal.removeEventListener('abort', onAbort)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    promise.finally(settle).then(resolve, reject)
  })
}
