import type { Cores } from './machine/cores.ts'
import type { Load } from './load/load.ts'
import type { RowResult } from './results/row.ts'

/** What the suites of one run share. */
export interface Run {
  /** How large the data are. */
  form: 'quick' | 'full'
  /** Samples of each subject. */
  rounds: number
  /** Length of one sample under load. */
  seconds: number
  cores: Cores
  load: Load
  /** A folder for databases and other files, removed at the end. */
  folder: string
  /** Reports the progress to the person who waits. */
  say(text: string): void
}

/** Measures some rows. */
export type Suite = (run: Run) => Promise<RowResult[]>
