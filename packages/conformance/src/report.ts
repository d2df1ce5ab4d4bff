/**
 * What a check found: `held`; `broken` (a row of the specification is violated); `differs` (the specification leaves it
 * open, and this server does not follow the decision, D1–D20); `skipped`.
 */
export type Outcome = 'held' | 'broken' | 'differs' | 'skipped'

/** One row of a report. */
export interface ReportRow {
  /** Section of the specification (`4.1`) or decision (`D8`). */
  row: string
  title: string
  outcome: Outcome
  /** For decisions: the answer that this server gives. */
  answer?: string
  /** What is wrong, with request and response. */
  evidence?: string[]
  /** Why it was skipped. */
  reason?: string
}

/** The result of a run. */
export interface Report {
  url: string
  destructive: boolean
  admin: boolean
  started_at: string
  /** Milliseconds. */
  duration_ms: number
  /** Requests sent. */
  requests: number
  summary: Record<Outcome, number>
  rows: ReportRow[]
}

/** Whether nothing is broken; with `strict`, whether nothing differs either. */
export function isHeld({ summary }: Report, { strict = false }: { strict?: boolean } = {}): boolean {
  return summary.broken === 0 && (!strict || summary.differs === 0)
}
