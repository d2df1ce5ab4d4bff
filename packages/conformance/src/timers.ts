/** Real timers, taken when this file is loaded: a suite with fake timers must not stop a run. */
export const { setTimeout, performance } = globalThis

/** Resolves after `ms` of real time. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms))
}
