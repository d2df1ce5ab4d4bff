import { execFileSync } from 'node:child_process'
import { arch, cpus, loadavg, platform, totalmem } from 'node:os'
import type { MachineInfo } from '../results/row.ts'

/** What the run is made on; the load at its end is filled in then. */
export function describeMachine(pinning: string, generator: string): MachineInfo {
  const load = currentLoad()
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${arch()}`,
    node: process.versions.node,
    loadBefore: load,
    loadAfter: load,
    pinning,
    generator,
  }
}

/** Tasks waiting for a core, averaged over the last minute. */
export function currentLoad(): number {
  return Number((loadavg()[0] ?? 0).toFixed(1))
}

/** The commit of the working tree, with `+` when it holds changes. */
export function currentCommit(): string {
  try {
    const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : '+')
  } catch {
    return 'unknown'
  }
}
