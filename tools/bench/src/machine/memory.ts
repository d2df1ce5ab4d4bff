import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Megabytes of memory that a process has resident now. */
export function residentMb(pid: number): number {
  return fromProc(pid, 'VmRSS') ?? Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024
}

/** Megabytes that it had resident at most; undefined when the system does not say. */
export function peakMb(pid: number): number | undefined {
  return fromProc(pid, 'VmHWM')
}

function fromProc(pid: number, field: string): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}
