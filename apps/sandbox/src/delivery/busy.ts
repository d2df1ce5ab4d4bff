/** From this part of its time on, the event loop has enough to do with what is under way. */
const busyPart = 0.9
/** How old a measurement may be, in milliseconds. */
const sampleMs = 50

/** Tells whether this process has no time to spare, by how busy its event loop was lately. */
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
