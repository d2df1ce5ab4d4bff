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
    .onConflict((conflict) => conflict.columns(['property_id', 'scope']).doNothing())
    .returning('scope')
    .executeTakeFirst()
  return inserted !== undefined
}

/** What a record is found by. */
export type RecordKey = Pick<IdempotencyRow, 'property_id' | 'scope'>

export function findRecord(tx: Db, key: RecordKey): Promise<IdempotencyRow | undefined> {
  return tx
    .selectFrom('idempotency_records')
    .selectAll()
    .where('property_id', '=', key.property_id)
    .where('scope', '=', key.scope)
    .executeTakeFirst()
}

export async function storeAnswer(
  tx: Db,
  key: RecordKey,
  answer: Pick<IdempotencyRow, 'status' | 'body'>,
): Promise<void> {
  await tx
    .updateTable('idempotency_records')
    .set(answer)
    .where('property_id', '=', key.property_id)
    .where('scope', '=', key.scope)
    .execute()
}

/** Removes the record of this scope where its time is up. */
export async function removeExpired(tx: Db, key: RecordKey, now: number): Promise<void> {
  await tx
    .deleteFrom('idempotency_records')
    .where('property_id', '=', key.property_id)
    .where('scope', '=', key.scope)
    .where('expires_at', '<=', now)
    .execute()
}

/** Removes up to `limit` records whose time is up. @returns how many */
export async function purgeExpired(tx: Db, now: number, limit: number): Promise<number> {
  const rows = await tx
    .deleteFrom('idempotency_records')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('property_id', 'scope'),
        'in',
        selectFrom('idempotency_records')
          .select(['property_id', 'scope'])
          .where('expires_at', '<=', now)
          .limit(limit)
          .$asTuple('property_id', 'scope'),
      ),
    )
    .returning('scope')
    .execute()
  return rows.length
}
