import type { Check } from './check.ts'
import type { ReportRow } from './report.ts'

/** What came of one check, before it is known what else was found. */
export interface Found {
  check: Check
  row: ReportRow
  /** The check is wrong because what this one is about is wrong. */
  cause?: string
  /** Besides those of the check: where one of them has failed too, this follows from it. */
  after?: readonly string[]
  /** Checks that fail for the same answers: they were seen, and need not be guessed. */
  seen?: readonly string[]
}

const failed = ({ row }: Found): boolean => row.outcome === 'broken' || row.outcome === 'differs'

/**
 * One cause is one finding: what follows from another finding is no longer one of its own, but names it. Where the cause
 * itself was not looked at (`--only`), the first that met it stands for the others.
 */
export function fold(found: readonly Found[]): ReportRow[] {
  const failures = new Map(found.filter(failed).map((each) => [each.check.id, each]))
  const standIns = new Map<string, string>()

  /** The findings that this one follows from at once. */
  function causesOf({ check, row, cause, after = [], seen = [] }: Found): string[] {
    // A rougher check that failed for what its answers show says nothing about others: those show it too, or are right.
    const guessed = (check.after ?? []).filter(
      (id) => !failures.get(id)?.seen?.some((by) => failures.has(by)),
    )
    const rougher = [...seen, ...guessed, ...after].filter(
      // What breaks the specification is not hidden behind a decision, unless it could not be looked at.
      (id) => row.outcome === 'differs' || failures.get(id)?.row.outcome === 'broken',
    )
    return [...(cause === undefined ? [] : [cause]), ...rougher].filter(
      (id) => id !== check.id && failures.has(id),
    )
  }

  /** Everything that a finding follows from, itself included, the nearest first. */
  function allBehind(id: string, seen: Set<string> = new Set()): Set<string> {
    seen.add(id)
    const finding = failures.get(id)
    for (const cause of finding ? causesOf(finding) : []) if (!seen.has(cause)) allBehind(cause, seen)
    return seen
  }

  /** The finding that this one follows from, in the end; itself when it is one. Of those in a circle, the first that ran. */
  function rootOf(each: Found): string {
    const { id } = each.check
    if (each.cause !== undefined && !failures.has(each.cause) && causesOf(each).length === 0) {
      const first = standIns.get(each.cause) ?? id
      standIns.set(each.cause, first)
      return first
    }
    const ends = [...allBehind(id)].filter((end) =>
      [...allBehind(end)].every((next) => allBehind(next).has(end)),
    )
    const circle = allBehind(ends[0] ?? id)
    return [...failures.keys()].find((end) => circle.has(end)) ?? id
  }

  return found.map((each) => {
    if (!failed(each)) return each.row
    const root = rootOf(each)
    const { id, row, title } = each.row
    if (root === id) return each.row
    const by = failures.get(root)?.row
    const reason = `follows from ${by?.row} ${by?.title}`
    return { id, row, title, outcome: 'skipped', reason, follows: root }
  })
}
