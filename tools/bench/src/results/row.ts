import type { Form } from './form.ts'

/** What a subject is: the bare limit, the essentials written by hand, this repository, or something public. */
export type Kind = 'bare' | 'hand' | 'ours' | 'peer'

/** What a row has to reach. */
export interface Target {
  /** Compared with the median, or with its ratio: at least that much where more is better, else at most. */
  value: number
  /** Whether `value` is a ratio to the bare limit, a ratio to the hand-written one, or a figure in the row's unit. */
  of: 'bare' | 'hand' | 'figure'
}

/** One thing that is measured: a line of the table. */
export interface Row {
  /** Stable, for comparing runs: `get-ten`. */
  id: string
  title: string
  /** Of the figures: `req/s`, `ms`, `MB` … */
  unit: string
  better: 'more' | 'less'
  /** @default none: a figure to look at */
  target?: Target | undefined
  /** Size of the data, where quick and full runs differ: runs are compared only if it is the same. @default '' */
  scale?: string | undefined
  /** What a reader should know to judge the figures. */
  note?: string | undefined
}

/** Who is measured in a row, and what came out. */
export interface Subject {
  name: string
  kind: Kind
  /** One figure a round, in the order of the rounds. */
  samples: number[]
  /** Whether the target holds for it; of `ours` alone. @default true */
  judged?: boolean | undefined
  /** Why there are no samples. */
  skipped?: string | undefined
}

export interface RowResult extends Row {
  subjects: Subject[]
}

/** A run, as it is written to JSON. */
export interface RunResult {
  version: 1
  form: Form
  /** ISO 8601. */
  recordedAt: string
  /** Commit that was measured; with `+` when the tree held changes. */
  commit: string
  machine: MachineInfo
  rows: RowResult[]
}

/** Where a run was made: without it a figure says little. */
export interface MachineInfo {
  cpu: string
  cores: number
  memoryGb: number
  system: string
  node: string
  /** Tasks waiting for a core when the run began and when it ended, averaged over a minute. */
  loadBefore: number
  loadAfter: number
  /** Which core does what: `server 0, load 1, database 1`, or why nothing is pinned. */
  pinning: string
  /** What makes the requests: `wrk 4.1.0`. */
  generator: string
}
