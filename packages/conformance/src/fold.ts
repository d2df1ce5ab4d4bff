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
}

const failed = ({ row }: Found): boolean => row.outcome === 'broken' || row.outcome === 'differs'

/**
 * One cause is one finding: what follows from another finding is no longer one of its own, but names it. Where the cause
 * itself was not looked at (`--only`), the first that met it stands for the others.
 */
export function fold(found: readonly Found[]): ReportRow[] {
  const failures = new Map(found.filter(failed).map((each) => [each.check.id, each]))
  const standIns = new Map<string, string>()

  /** The finding that this one follows from, in the end; itself when it is one. */
  function rootOf(each: Found, seen: ReadonlySet<string> = new Set()): string {
    const { id } = each.check
    const after = [...(each.check.after ?? []), ...(each.after ?? [])]
    const passed = new Set([...seen, id])
    for (const cause of each.cause === undefined ? after : [each.cause, ...after]) {
      const before = failures.get(cause)
      if (before && !passed.has(cause)) return rootOf(before, passed)
    }
    if (each.cause === undefined || failures.has(each.cause)) return id
    const first = standIns.get(each.cause) ?? id
    standIns.set(each.cause, first)
    return first
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
