import type { RunnerTestFile } from 'vitest'

/** A one at the number of each mutant that was come by: some are come by millions of times, and this costs least. */
export type Reached = Uint8Array

export const noneReached = (): Reached => new Uint8Array(20_000)

/** What the worker and the runner of tests share, as a global: the runner is loaded anew for each file. */
export interface Lab {
  /** The mutant that is tried. */
  active: number
  /** The mutants that were come by, of each test; those of loading and of groups under ''. */
  reached: Map<string, Reached>
  /** The test that runs. */
  current: Reached
  files: RunnerTestFile[]
}

declare global {
  var bentNow: ((mutant: number) => boolean) | undefined
  var mutationLab: Lab | undefined
}

export function openLab(): Lab {
  const lab: Lab = { active: -1, reached: new Map(), current: noneReached(), files: [] }
  globalThis.mutationLab = lab
  globalThis.bentNow = (mutant) => {
    lab.current[mutant] = 1
    return mutant === lab.active
  }
  return lab
}
