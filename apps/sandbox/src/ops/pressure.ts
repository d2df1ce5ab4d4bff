import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { clearInterval, setInterval } from '../timers.ts'

export interface PressureLimits {
  /** Milliseconds by which the event loop is late, as the mean of a sample. */
  maxEventLoopDelayMs: number | 'off'
  /** Part of V8's heap limit that may be in use, 0 to 1. */
  maxHeapUsed: number | 'off'
  /** Milliseconds of one sample. */
  sampleMs: number
}

export interface Pressure {
  /** What the last sample found to be short. */
  short(): 'event_loop' | 'heap' | undefined
  stop(): void
}

/** What is short is seen by this: tests have senses of their own. */
export interface PressureSenses {
  /** Milliseconds by which the event loop was late since the last time, as a mean. */
  lateMs(): number
  /** Part of V8's heap limit that is in use, 0 to 1. */
  heapUsed(): number
  /** Calls back every so many milliseconds, and keeps no process alive for it. Returns what ends it. */
  every(ms: number, callback: () => void): () => void
  /** Ends what `lateMs` needs. */
  stop(): void
}

/** How exactly the delay is measured, in milliseconds. */
const resolution = 10

/** The senses of this process. */
export function processSenses(): PressureSenses {
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  return {
    lateMs() {
      const late = delays.mean / 1e6 - resolution
      delays.reset()
      // Without a sample the mean is no number.
      return Number.isNaN(late) ? 0 : late
    },
    heapUsed() {
      const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
      return used / limit
    },
    every(ms, callback) {
      const timer = setInterval(callback, ms).unref()
      return () => clearInterval(timer)
    },
    stop: () => void delays.disable(),
  }
}

/**
 * Watches the event loop and the heap. By hand, because `@fastify/under-pressure` reads the memory of the process from a
 * file, on a timer: where no descriptor is left, that throws and ends the process.
 */
export function watchPressure(
  { maxEventLoopDelayMs, maxHeapUsed, sampleMs }: PressureLimits,
  senses: PressureSenses = processSenses(),
): Pressure {
  let found: 'event_loop' | 'heap' | undefined
  const end = senses.every(sampleMs, () => {
    const late = senses.lateMs()
    if (maxEventLoopDelayMs !== 'off' && late > maxEventLoopDelayMs) found = 'event_loop'
    else if (maxHeapUsed !== 'off' && senses.heapUsed() > maxHeapUsed) found = 'heap'
    else found = undefined
  })
  return {
    short: () => found,
    stop() {
      end()
      senses.stop()
    },
  }
}
