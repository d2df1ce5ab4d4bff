import { clearTimeout, setTimeout } from '../timers.ts'

/** How the engine waits. Its tests have a virtual one, in which a minute of hanging receivers takes no minute. */
export interface EngineTime {
  /** Calls back after `ms`, and keeps no process alive for it. Returns what takes it back. */
  after(ms: number, callback: () => void): () => void
  /** Milliseconds since some moment, for durations. */
  elapsed(): number
}

// Taken at import, as the timers are: a test's fake timers do not stop the engine under it.
const elapsed = performance.now.bind(performance)

export const realTime: EngineTime = {
  after(ms, callback) {
    const timer = setTimeout(callback, ms).unref()
    return () => clearTimeout(timer)
  },
  elapsed,
}
