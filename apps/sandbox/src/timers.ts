/**
 * The timers as they were when this module was loaded: a test that fakes the global ones (`vi.useFakeTimers()`) must
 * not stop the commits, polling and reconnection of the sandbox.
 */
export const { setImmediate, setTimeout, clearTimeout, setInterval, clearInterval } = globalThis

/** The machine's clock, for the same reason: a test that fakes the global Date must not change it. */
export const machineNow = Date.now

/** Resolves after `ms` of real time. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** Whether the global `setImmediate` is the real one: libraries that take it then get their turn. */
export function isImmediateReal(): boolean {
  return globalThis.setImmediate === setImmediate
}
