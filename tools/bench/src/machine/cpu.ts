import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of the clock in which Linux counts processor time, a second. */
const ticksPerSecond = 100

/**
 * Milliseconds of processor time that processes have used so far: those with this id, or with this text in their command
 * line, as the processes of PostgreSQL have the name of their database. Undefined where there is no /proc.
 */
export function cpuMs(isMeant: (pid: number, commandLine: string) => boolean): number | undefined {
  let ticks: number | undefined
  for (const name of list('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    try {
      if (!isMeant(pid, readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) continue
      // The name, in parentheses, may hold anything; `utime` and `stime` are the 12th and 13th word after it.
      const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      ticks = (ticks ?? 0) + Number(words[11]) + Number(words[12])
    } catch {
      // It has just ended.
    }
  }
  return ticks === undefined ? undefined : (ticks / ticksPerSecond) * 1000
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
