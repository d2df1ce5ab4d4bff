import type { Insertable, Selectable } from 'kysely'
import type { AttemptTable } from '../schema.ts'
import type { Db } from '../storage.ts'

export type AttemptRow = Selectable<AttemptTable>
export type NewAttempt = Insertable<AttemptTable>

export async function insertAttempts(tx: Db, attempts: NewAttempt[]): Promise<void> {
  if (attempts.length > 0) await tx.insertInto('attempts').values(attempts).execute()
}

/** `seq` of the newest attempt; 0 when there is none. */
export async function selectLastAttemptSeq(db: Db): Promise<number> {
  const row = await db.selectFrom('attempts').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return row?.seq ?? 0
}

/** How many attempts were written down after `seq`. */
export async function countAttemptsAfter(db: Db, seq: number): Promise<number> {
  const row = await db
    .selectFrom('attempts')
    .select((expression) => expression.fn.countAll<number | string>().as('count'))
    .where('seq', '>', seq)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
