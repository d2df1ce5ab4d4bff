import { mkdirSync, rmdirSync, statSync } from 'node:fs'

/** Milliseconds after which a lock counts as left behind by a process that was killed. */
const staleMs = 5 * 60_000

/** Waits until this folder could be made, which only one process can. Whoever has it unlocks. */
export function lock(folder: string): void {
  while (!take(folder)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
}

export function unlock(folder: string): void {
  try {
    rmdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function take(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs
  if (made !== undefined && Date.now() - made > staleMs) unlock(folder)
  return false
}
