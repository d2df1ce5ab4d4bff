import { readdirSync, readFileSync } from 'node:fs'

/** The number that is assumed when the system does not say. */
const usualDescriptors = 2_048

/**
 * How many files and sockets this process may have open.
 *
 * @param procSelf folder that describes this process, on Linux
 */
export function maxDescriptors(procSelf = '/proc/self'): number {
  try {
    const soft = /^Max open files +(\d+|unlimited)/m.exec(readFileSync(`${procSelf}/limits`, 'utf8'))?.[1]
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft ?? usualDescriptors)
  } catch {
    return usualDescriptors
  }
}

/** How many it has open. */
export function usedDescriptors(procSelf = '/proc/self'): number {
  try {
    return readdirSync(`${procSelf}/fd`).length
  } catch {
    return 0
  }
}
