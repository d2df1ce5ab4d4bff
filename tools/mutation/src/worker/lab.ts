import type { RunnerTestFile } from 'vitest'

/** What the worker and the runner of tests share, as a global: the runner is loaded anew for each file. */
export interface Lab {
  /** The mutant that is tried. */
  active: number
  /** The mutants that were come by, of each test; those of loading and of groups under ''. */
  reached: Map<string, Set<number>>
  /** The test that runs. */
  current: Set<number>
  files: RunnerTestFile[]
}

declare global {
  var bentNow: ((mutant: number) => boolean) | undefined
  var mutationLab: Lab | undefined
}

export function openLab(): Lab {
  const lab: Lab = { active: -1, reached: new Map(), current: new Set(), files: [] }
  globalThis.mutationLab = lab
  globalThis.bentNow = (mutant) => {
    lab.current.add(mutant)
    return mutant === lab.active
  }
  return lab
}
