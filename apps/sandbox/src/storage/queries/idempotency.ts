import type { Insertable, Selectable } from 'kysely'
import type { IdempotencyTable } from '../schema.ts'
import type { Db } from '../storage.ts'

export type IdempotencyRow = Selectable<IdempotencyTable>

/**
 * Takes the scope for this transaction. On PostgreSQL another transaction that wants the same one waits here until
 * this one ends: then it finds the stored answer, or takes the scope itself after a rollback (D5).
 *
 * @returns whether the scope was free
 */
export async function claimScope(tx: Db, row: Insertable<IdempotencyTable>): Promise<boolean> {
  const inserted = await tx
    .insertInto('idempotency_records')
    .values(row)
    .onConflict((conflict) => conflict.column('scope').doNothing())
    .returning('scope')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findRecord(tx: Db, scope: string): Promise<IdempotencyRow | undefined> {
  return tx.selectFrom('idempotency_records').selectAll().where('scope', '=', scope).executeTakeFirst()
}

export async function storeAnswer(
  tx: Db,
  scope: string,
  answer: Pick<IdempotencyRow, 'status' | 'body'>,
): Promise<void> {
  await tx.updateTable('idempotency_records').set(answer).where('scope', '=', scope).execute()
}

/** Removes the record of this scope where its time is up. */
export async function removeExpired(tx: Db, scope: string, now: number): Promise<void> {
  await tx
    .deleteFrom('idempotency_records')
    .where('scope', '=', scope)
    .where('expires_at', '<=', now)
    .execute()
}

/** Removes up to `limit` records whose time is up. @returns how many */
export async function purgeExpired(tx: Db, now: number, limit: number): Promise<number> {
  const rows = await tx
    .deleteFrom('idempotency_records')
    .where('scope', 'in', (eb) =>
      eb.selectFrom('idempotency_records').select('scope').where('expires_at', '<=', now).limit(limit),
    )
    .returning('scope')
    .execute()
  return rows.length
}
