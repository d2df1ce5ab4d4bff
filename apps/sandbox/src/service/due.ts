import type { DueList } from '@svc/control'
import { selectDue } from '../storage/queries/due.ts'
import type { Db } from '../storage/storage.ts'
import { timestamp } from './wire.ts'

/** As many as a person reads. */
const shown = 50

/** The attempts that time will bring, the next first. */
export async function listDue(db: Db): Promise<DueList> {
  const rows = await selectDue(db, shown)
  return rows.map(({ ladder_attempts, next_attempt_at, ...row }) => ({
    ...row,
    attempt: ladder_attempts + 1,
    at: timestamp(next_attempt_at),
  }))
}
