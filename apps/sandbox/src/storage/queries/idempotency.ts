import type { Selectable } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
import type { IdempotencyTable } from '../schema.ts'
import type { Db } from '../storage.ts'

export type IdempotencyRow = Selectable<IdempotencyTable>

/** The key of a record. */
export type RecordKey = Pick<IdempotencyRow, 'property_id' | 'scope'>

const claim = prepared((db, value: Slots<IdempotencyRow>) =>
  db
    .insertInto('idempotency_records')
    .values({
      property_id: value('property_id'),
      scope: value('scope'),
      fingerprint: value('fingerprint'),
      status: value('status'),
      body: value('body'),
      created_at: value('created_at'),
      expires_at: value('expires_at'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['property_id', 'scope'])
        .doUpdateSet((eb) => ({
          fingerprint: eb.ref('excluded.fingerprint'),
          status: eb.ref('excluded.status'),
          body: eb.ref('excluded.body'),
          created_at: eb.ref('excluded.created_at'),
          expires_at: eb.ref('excluded.expires_at'),
        }))
        .whereRef('idempotency_records.expires_at', '<=', 'excluded.created_at'),
    )
    .returning('scope'),
)

/**
 * Takes the scope for this transaction, also from a record whose time is up. On PostgreSQL another transaction that
 * wants the same one waits here until this one ends: then it finds the stored answer, or takes the scope itself after a
 * rollback (D5).
 *
 * @returns whether the scope was free
 */
export async function claimScope(tx: Db, row: IdempotencyRow): Promise<boolean> {
  return (await claim(tx, row)).length > 0
}

const find = prepared((db, value: Slots<RecordKey>) =>
  db
    .selectFrom('idempotency_records')
    .selectAll()
    .where('property_id', '=', value('property_id'))
    .where('scope', '=', value('scope')),
)

export async function findRecord(tx: Db, key: RecordKey): Promise<IdempotencyRow | undefined> {
  return (await find(tx, key))[0]
}

const answer = prepared((db, value: Slots<RecordKey & Pick<IdempotencyRow, 'status' | 'body'>>) =>
  db
    .updateTable('idempotency_records')
    .set({ status: value('status'), body: value('body') })
    .where('property_id', '=', value('property_id'))
    .where('scope', '=', value('scope')),
)

export async function storeAnswer(
  tx: Db,
  { property_id, scope }: RecordKey,
  { status, body }: Pick<IdempotencyRow, 'status' | 'body'>,
): Promise<void> {
  await answer(tx, { property_id, scope, status, body })
}

/** Removes up to `limit` expired records. @returns how many */
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
