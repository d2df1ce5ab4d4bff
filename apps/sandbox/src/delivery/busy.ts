import { performance } from 'node:perf_hooks'

/** From this utilisation on, the event loop is busy enough with attempts in progress. */
const busyPart = 0.7
/** How old a measurement may be, in milliseconds. */
const sampleMs = 50

/** Whether this process has no time to spare, by the recent utilisation of its event loop. */
export function createBusy(): () => boolean {
  let last = performance.eventLoopUtilization()
  let sampledAt = performance.now()
  let busy = false
  return () => {
    const now = performance.now()
    if (now - sampledAt < sampleMs) return busy
    const next = performance.eventLoopUtilization()
    busy = performance.eventLoopUtilization(next, last).utilization > busyPart
    last = next
    sampledAt = now
    return busy
  }
}
