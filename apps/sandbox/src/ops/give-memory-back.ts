import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { clearInterval, setInterval } from '../timers.ts'

/** How often to look. */
const everyMs = 500
/** Up to this part of its time at work, the process is idle. */
const idle = 0.05
/** Growth that is worth a collection, in bytes. */
const worthwhile = 16 * 1_048_576
/**
 * Looks without work before a collection that is not the first: a minute. After it V8 has to make room for the young, and
 * much of its compiled code, anew: of load that came back after some seconds, the first second took three times as long
 * for each request.
 */
const patience = 120

export interface HeapWatch {
  /** Bytes of V8's heap, garbage included. */
  heapSize(): number
  /** Part of the time since the last call in which the event loop was at work, 0 to 1. */
  utilization(): number
  /** Collects everything, and gives free pages back to the system. */
  collect(): void
}

/**
 * Collects what a start has left behind as soon as there is nothing else to do, and what load has, when it has not come
 * back for a minute: V8 keeps it until it needs room, which in an idle process is never. Collected once, the heap has to
 * grow again before it is worth another pause.
 */
export function heapKeeper({ heapSize, utilization, collect }: HeapWatch): { look(): void } {
  let kept = 0
  let looks = 0
  return {
    look() {
      looks = utilization() > idle ? 0 : looks + 1
      if (looks === 0 || (kept > 0 && looks < patience) || heapSize() - kept < worthwhile) return
      collect()
      kept = heapSize()
    },
  }
}

/** For a process of our own: in that of somebody else, memory is theirs. Returns a function that ends it. */
export function giveMemoryBack(): () => void {
  const collect = collector()
  if (!collect) return () => {}
  let last = performance.eventLoopUtilization()
  const keeper = heapKeeper({
    collect,
    // Not `process.memoryUsage()`, which opens a file.
    heapSize: () => getHeapStatistics().total_heap_size,
    utilization() {
      const now = performance.eventLoopUtilization()
      const since = performance.eventLoopUtilization(now, last)
      last = now
      return since.utilization
    },
  })
  const timer = setInterval(keeper.look, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** V8's own, which Node hands to nobody without a flag; undefined where that is not allowed. */
function collector(): (() => void) | undefined {
  try {
    setFlagsFromString('--expose-gc')
    const gc = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
    setFlagsFromString('--no-expose-gc')
    return () => gc({ type: 'major', flavor: 'last-resort' })
  } catch {
    return undefined
  }
}
