/**
 * Settles with the promise, or rejects with `signal.reason` as soon as the signal aborts, whatever the promise does
 * later. undici answers an abort only once a connection stands; a caller that aborts shall not wait for that.
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
