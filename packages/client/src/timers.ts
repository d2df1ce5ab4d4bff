/** Whether a test has replaced this timer: fake-timers (vitest, Jest, Sinon) add a clock, `node:test` binds its own. */
const isFake = (timer: (...args: never[]) => unknown): boolean =>
  'clock' in timer || timer.name.startsWith('bound ')

// A suite may fake timers before it loads this file. Under Jest the real ones are then those of the module.
const real = isFake(globalThis.setTimeout) ? process.getBuiltinModule('node:timers') : globalThis
const { setImmediate } = real

/**
 * The real clock and timers, taken when this file is loaded: a test suite that fakes the global ones must not hang
 * real calls. No other file of the package uses the globals.
 */
export const { setTimeout, clearTimeout } = real
export const { performance, Date } = globalThis

/**
 * Whether the global `setImmediate` is faked. undici takes the global one and waits for it before it uses a connection
 * again.
 */
export function isImmediateFaked(): boolean {
  return ownIsFake || globalThis.setImmediate !== setImmediate
}

const ownIsFake = isFake(setImmediate)
