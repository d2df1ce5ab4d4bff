/** What the process that runs the tests is asked to do: a file whose path it finds in `SVC_MUTATION_PLAN`. */
export interface Plan {
  /** The mutants that are to be tried; none when it is surveyed which tests come by which. */
  jobs: Job[]
  /** The tests of a survey. */
  survey: string[]
  /** When no further job is begun, in milliseconds since 1970. @default never */
  until?: number | undefined
  /** Where each finding is written as a line of JSON as soon as it is there. */
  findings: string
}

export interface Job {
  mutant: number
  /** Tried one after the other, until a test falls. */
  runs: TestRun[]
  /** How many times as long as usual its tests may take. @default 1 */
  patience?: number | undefined
}

/** Tests of one file. */
export interface TestRun {
  file: string
  /** @default all of the file */
  testIds?: string[] | undefined
  /** How long they took in the survey, in milliseconds. */
  usualMs: number
}

export interface Surveyed {
  kind: 'surveyed'
  file: string
  /** The tests that hold, with the mutants that each comes by. */
  tests: { id: string; name: string; ms: number; mutants: number[] }[]
  /** Mutants that loading the file or preparing a group of tests comes by. */
  always: number[]
  /** Tests that fall without any change: nothing can be learnt from them. */
  broken: string[]
}

export interface Judged {
  kind: 'judged'
  mutant: number
  /**
   * - `caught`: a test fell, and holds again without the change
   * - `timeout`: the tests did not come to an end, or one ran into its limit
   * - `survived`: every test holds
   * - `unsure`: a test fell, and falls without the change, too
   */
  verdict: 'caught' | 'timeout' | 'survived' | 'unsure'
  /** The test that fell. */
  by?: string | undefined
}

export type Finding = Surveyed | Judged
