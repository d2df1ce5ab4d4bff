import { clearTimeout, Date, performance, setTimeout } from '../timers.ts'

/** Time, chance and ids as the client sees them. Not exported: tests give their own, programs never need to. */
export interface Runtime {
  /** Monotonic milliseconds, for durations. */
  now(): number
  /** Wall clock milliseconds since 1970, for `Retry-After` dates alone. */
  date(): number
  /** Calls back once after `ms` milliseconds; returns the function that cancels it. */
  timer(ms: number, callback: () => void): () => void
  /** A number in [0, 1). */
  random(): number
  /** A UUID v4. */
  uuid(): string
}

/** Longest wait that `setTimeout` can count (2^31 - 1 ms); beyond it, Node would fire at once. */
const longestTimerMs = 2_147_483_647

/** The runtime of a program: real clock, real chance. Timers keep the process alive while a call is under way. */
export const systemRuntime: Runtime = {
  now: performance.now.bind(performance),
  date: Date.now,
  timer(ms, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(ms, 0), longestTimerMs))
    return () => clearTimeout(timer)
  },
  random: Math.random,
  uuid: () => globalThis.crypto.randomUUID(),
}
