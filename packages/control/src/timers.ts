/** Whether a test has replaced this timer: fake-timers (vitest, Jest, Sinon) add a clock, `node:test` binds its own. */
const isFake = (timer: (...args: never[]) => unknown): boolean =>
  'clock' in timer || timer.name.startsWith('bound ')

// In a browser there is none.
const { setImmediate: atImport } = globalThis as { setImmediate?: typeof setImmediate }

/**
 * Whether a test has faked the global `setImmediate`, for which Node's `fetch` waits before it uses a connection again:
 * such a call would never end.
 */
export function isImmediateFaked(): boolean {
  return atImport !== undefined && (globalThis.setImmediate !== atImport || isFake(atImport))
}
