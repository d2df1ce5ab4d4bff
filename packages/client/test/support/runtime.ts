import { type Runtime, systemRuntime } from '../../src/core/runtime.ts'

/** A clock that stands still until it is told to go; timers fire in order of time. */
export interface FakeRuntime extends Runtime {
  /** Moves time on, firing what falls due. */
  advance(ms: number): Promise<void>
  /** Delays of the timers that are set, soonest first. */
  pending(): number[]
}

/** Lets promises that are ready settle. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

export function fakeRuntime(random: () => number = () => 0.5): FakeRuntime {
  let time = 0
  let ids = 0
  const timers = new Map<object, { at: number; callback: () => void }>()
  const soonest = () => [...timers.entries()].toSorted((a, b) => a[1].at - b[1].at)
  return {
    now: () => time,
    date: () => Date.UTC(2026, 10, 21) + time,
    timer(ms, callback) {
      const key = {}
      timers.set(key, { at: time + ms, callback })
      return () => timers.delete(key)
    },
    random,
    uuid: () => `00000000-0000-4000-9000-${String(++ids).padStart(12, '0')}`,
    pending: () => soonest().map(([, timer]) => timer.at - time),
    async advance(ms) {
      await settle()
      const end = time + ms
      for (;;) {
        const next = soonest()[0]
        if (!next || next[1].at > end) break
        time = next[1].at
        timers.delete(next[0])
        next[1].callback()
        await settle()
      }
      time = end
      await settle()
    },
  }
}

/** Real time, but the jitter always draws nothing: retries follow at once. */
export const hastyRuntime: Runtime = { ...systemRuntime, random: () => 0 }

/**
 * Runs time until the promise settles, from timer to timer. What needs no time is given the turns of the event loop
 * that it needs before the clock moves.
 */
export async function runToEnd<T>(
  runtime: FakeRuntime,
  promise: Promise<T>,
): Promise<PromiseSettledResult<T>> {
  let running = true
  const settled = Promise.allSettled([promise]).finally(() => {
    running = false
  })
  const isRunning = () => running
  while (isRunning()) {
    for (let turn = 0; turn < 20 && isRunning(); turn++) await settle()
    if (!isRunning()) break
    const [next] = runtime.pending()
    if (next === undefined) throw new Error('The promise waits for something other than time.')
    await runtime.advance(next)
  }
  const [result] = await settled
  return result
}
