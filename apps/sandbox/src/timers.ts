/**
 * The timers as they were when this module was loaded: a test that fakes the global ones (`vi.useFakeTimers()`) must
 * not stop commits, polling and reconnection underneath the code that it tests.
 */
export const { setImmediate, setTimeout, clearTimeout, setInterval, clearInterval } = globalThis

/** Resolves after `ms` of real time. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}
