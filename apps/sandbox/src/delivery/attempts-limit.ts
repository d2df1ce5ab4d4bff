import { maxDescriptors, usedDescriptors } from '../descriptors.ts'

/** More attempts at once take more memory than a node should spend on waiting: each about 20 KB. */
const most = 4_096

/**
 * Attempts that may be under way at once: each is a socket, and the other half of the descriptors that are left belongs
 * to callers and the database.
 *
 * @param procSelf folder that describes this process, on Linux
 */
export function attemptsLimit(procSelf = '/proc/self'): number {
  const free = maxDescriptors(procSelf) - usedDescriptors(procSelf)
  return Math.max(16, Math.min(most, Math.floor(free / 2)))
}
