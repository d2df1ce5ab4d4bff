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

/** How exactly the delay is measured, in milliseconds. */
const resolution = 10

/**
 * Watches the event loop and the heap. By hand, because `@fastify/under-pressure` reads the memory of the process from a
 * file, on a timer: where no descriptor is left, that throws and ends the process.
 */
export function watchPressure({ maxEventLoopDelayMs, maxHeapUsed, sampleMs }: PressureLimits): Pressure {
  const delays = maxEventLoopDelayMs === 'off' ? undefined : monitorEventLoopDelay({ resolution })
  delays?.enable()
  let found: 'event_loop' | 'heap' | undefined
  const timer = setInterval(() => {
    const late = delays ? delays.mean / 1e6 - resolution : 0
    delays?.reset()
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics()
    if (maxEventLoopDelayMs !== 'off' && late > maxEventLoopDelayMs) found = 'event_loop'
    else if (maxHeapUsed !== 'off' && used > maxHeapUsed * limit) found = 'heap'
    else found = undefined
  }, sampleMs)
  timer.unref()
  return {
    short: () => found,
    stop() {
      clearInterval(timer)
      delays?.disable()
    },
  }
}
