/** A clock that jumps from timer to timer: hours of a run pass in milliseconds. */
export interface VirtualTime {
  now(): number
  setTimeout(run: () => void, ms: number): number
  clearTimeout(timer: number): void
  /** A request takes a millisecond. */
  tick(): void
  /** Lets so much time pass, with whatever becomes due in it. */
  pause(ms: number): Promise<void>
}

/** Lets everything that was started come as far as it can without time. */
const settle = () => new Promise<void>((resolve) => void setImmediate(resolve))

export function virtualTime(start = Date.UTC(2026, 5, 1, 12)): VirtualTime {
  let now = start
  let last = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  return {
    now: () => now,
    setTimeout(run, ms) {
      timers.set((last += 1), { at: now + ms, run })
      return last
    },
    tick: () => void (now += 1),
    clearTimeout: (timer) => void timers.delete(timer),
    async pause(ms) {
      const until = now + ms
      await settle()
      for (;;) {
        let next: [number, { at: number; run: () => void }] | undefined
        for (const entry of timers)
          if (entry[1].at <= until && (!next || entry[1].at < next[1].at)) next = entry
        if (!next) break
        timers.delete(next[0])
        now = Math.max(now, next[1].at)
        next[1].run()
        await settle()
      }
      now = Math.max(now, until)
    },
  }
}
