/**
 * What a check found: `broken` (a row of the specification is violated); `differs` (the specification leaves it open, and
 * this server does not follow the decision); `held`; `skipped` (nothing was seen, or what was seen follows from another
 * finding).
 */
export type Outcome = 'broken' | 'differs' | 'held' | 'skipped'

/** The outcomes in the order of a report. */
export const outcomes: readonly Outcome[] = ['broken', 'differs', 'held', 'skipped']

/** A request that shows what is wrong, and its answer. */
export interface Shown {
  /** As a command; the API key is `$SVC_API_KEY`. */
  curl: string
  /** Status, the headers that tell something, and the beginning of the body. */
  answer: string
}

/** One row of a report. */
export interface ReportRow {
  /** Name of the check: `status-filter`. */
  id: string
  /** Section of the specification (`4.1`) or decision (`D8`). */
  row: string
  /** What the row asks for, in words. */
  title: string
  /** Whether the service holds it. */
  outcome: Outcome
  /** For decisions: the answer that this server gives. */
  answer?: string
  /** What is wrong, with request and response in a line each. */
  evidence?: string[]
  /** The same requests, to be sent again by hand. */
  shown?: Shown[]
  /** Why it was skipped, or what would let it run. */
  reason?: string
  /** `id` of the finding that this one follows from. */
  follows?: string
}

/** The result of a run. */
export interface Report {
  /** Where the service is that was judged. */
  url: string
  /** Whether rows that change data were run. */
  destructive: boolean
  /** Whether an admin token was given. */
  admin: boolean
  /** Whether deliveries could reach this run. */
  inbox: boolean
  /** When it began, ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  started_at: string
  /** Milliseconds. */
  duration_ms: number
  /** Requests sent. */
  requests: number
  /** How many rows had each outcome. */
  summary: Record<Outcome, number>
  /** Broken ones first, then those that differ, those with most followers first; then the others, by section. */
  rows: ReportRow[]
  /** What the run made and could not remove, by its id. */
  left: string[]
}

/** Whether nothing is broken; with `strict`, whether nothing differs either. */
export function isHeld({ summary }: Report, { strict = false }: { strict?: boolean } = {}): boolean {
  return summary.broken === 0 && (!strict || summary.differs === 0)
}

/** What follows from a finding. */
export const followersOf = ({ rows }: Report, { id }: ReportRow): ReportRow[] =>
  rows.filter(({ follows }) => follows === id)

/** Sections first, by number; then decisions, by number. */
const place = ({ row }: ReportRow): number =>
  row.startsWith('D') ? 1_000 + Number(row.slice(1)) : Number.parseFloat(row)

/** The order of a report: of findings, those from which most follows stand first. */
export function inOrder(rows: readonly ReportRow[]): ReportRow[] {
  const following = (row: ReportRow) => rows.filter(({ follows }) => follows === row.id).length
  return rows.toSorted(
    (a, b) =>
      outcomes.indexOf(a.outcome) - outcomes.indexOf(b.outcome) ||
      following(b) - following(a) ||
      place(a) - place(b),
  )
}
