import { readdirSync, readFileSync } from 'node:fs'

/** More attempts at once take more memory than a node should spend on waiting: each about 20 KB. */
const most = 4_096
/** The number that is assumed when the system does not say. */
const usualDescriptors = 2_048

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

function maxDescriptors(procSelf: string): number {
  try {
    const soft = /^Max open files +(\d+|unlimited)/m.exec(readFileSync(`${procSelf}/limits`, 'utf8'))?.[1]
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? usualDescriptors)
  } catch {
    return usualDescriptors
  }
}

function usedDescriptors(procSelf: string): number {
  try {
    return readdirSync(`${procSelf}/fd`).length
  } catch {
    return 0
  }
}
