/** Whether a test has replaced this timer: fake-timers (vitest, Jest, Sinon) add a clock, `node:test` binds its own. */
const isFake = (timer: (...args: never[]) => unknown): boolean =>
  'clock' in timer || timer.name.startsWith('bound ')

// A suite may fake timers before it loads this file. Under Jest the real ones are then those of the module.
const real = isFake(globalThis.setTimeout) ? process.getBuiltinModule('node:timers') : globalThis

/** The timers as they were when this file was loaded: a test with fake timers must not stop the inbox. */
export const { setTimeout, clearTimeout } = real
