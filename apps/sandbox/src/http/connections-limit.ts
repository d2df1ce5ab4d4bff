import { maxDescriptors, usedDescriptors } from '../descriptors.ts'

/** Descriptors for everything else: the database, attempts of deliveries, what Node opens for a moment. */
const reserve = 64

/**
 * Connections at once that the system can bear: beyond its limit of open files nothing could be read or written any
 * more, the database least of all. A quarter stays free for the attempts of deliveries.
 *
 * @param wanted what was asked for
 * @param procSelf folder that describes this process, on Linux
 */
export function connectionsLimit(wanted: number, procSelf = '/proc/self'): number {
  const free = maxDescriptors(procSelf) - usedDescriptors(procSelf) - reserve
  return Math.max(16, Math.min(wanted, Math.floor(free * 0.75)))
}
