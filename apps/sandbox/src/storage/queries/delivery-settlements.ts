import { sql } from 'kysely'
import type { Db } from '../storage.ts'
import { insertAttempts, type NewAttempt } from './attempts.ts'

/** What an attempt leaves behind. */
export interface SettledAttempt {
  property_id: string
  delivery_id: string
  attempt: Omit<NewAttempt, 'property_id' | 'delivery_id' | 'number' | 'kind'>
  /** The virtual now. */
  now: number
}

/** An attempt of the ladder, and what follows from it. */
export interface ScheduledSettlement extends SettledAttempt {
  lease_token: string
  next: { status: 'delivered' | 'failed' | 'dead'; next_attempt_at: number | null }
}

/**
 * Writes down attempts of the ladder and what follows from them, and gives the claims back: two statements for all of
 * them. Inside a transaction.
 *
 * @returns the numbers of the attempts by delivery. One whose claim was lost, or whose delivery is gone, is not among
 * them, and nothing of it was written
 */
export async function settleScheduled(
  tx: Db,
  settlements: readonly ScheduledSettlement[],
): Promise<Map<string, number>> {
  const rows = settlements.map(
    ({ property_id, delivery_id, lease_token, attempt, next, now }) =>
      sql`(${property_id}, ${delivery_id}, ${lease_token}, cast(${attempt.started_at} as bigint), cast(${attempt.response_status} as bigint), cast(${attempt.response_body} as text), ${next.status}, cast(${next.next_attempt_at} as bigint), cast(${next.status === 'delivered' ? now : null} as bigint))`,
  )
  // The columns of VALUES have these names in both dialects. A resend may have succeeded while the attempt was under
  // way: then it is counted, and changes nothing else.
  // Their properties are named apart: of divided tables, only the parts of these are looked into.
  const properties = [...new Set(settlements.map(({ property_id }) => property_id))]
  const { rows: settled } = await sql<{ id: string; attempts: number }>`
    update deliveries set
      attempts = attempts + 1,
      ladder_attempts = ladder_attempts + 1,
      last_attempted_at = made.column4,
      response_status = made.column5,
      response_body = made.column6,
      next_attempt_at = case when status = 'delivered' then next_attempt_at else made.column8 end,
      delivered_at = case when status = 'delivered' then delivered_at else made.column9 end,
      status = case when status = 'delivered' then status else made.column7 end,
      lease_until = null,
      lease_token = null
    from (values ${sql.join(rows)}) as made
    where deliveries.property_id in (${sql.join(properties)})
      and deliveries.property_id = made.column1
      and deliveries.id = made.column2
      and deliveries.lease_token = made.column3
    returning deliveries.id, deliveries.attempts`.execute(tx)
  const numbers = new Map(settled.map(({ id, attempts }) => [id, attempts]))
  await insertAttempts(
    tx,
    settlements.flatMap(({ property_id, delivery_id, attempt }) => {
      const number = numbers.get(delivery_id)
      return number === undefined ? [] : { ...attempt, property_id, delivery_id, number, kind: 'scheduled' }
    }),
  )
  return numbers
}

/**
 * Writes down an attempt by hand. Success ends the ladder; failure leaves status and schedule as they are. Inside
 * a transaction.
 *
 * @returns the attempt's number; null, with nothing written, when the delivery is gone
 */
export async function settleManual(
  tx: Db,
  { property_id, delivery_id, attempt, now, delivered }: SettledAttempt & { delivered: boolean },
): Promise<number | null> {
  const row = await tx
    .updateTable('deliveries')
    .set({
      attempts: sql<number>`attempts + 1`,
      last_attempted_at: attempt.started_at,
      response_status: attempt.response_status,
      response_body: attempt.response_body,
      ...(delivered
        ? {
            status: 'delivered',
            next_attempt_at: null,
            delivered_at: sql<number>`coalesce(delivered_at, ${now})`,
          }
        : {}),
    })
    .where('property_id', '=', property_id)
    .where('id', '=', delivery_id)
    .returning('attempts')
    .executeTakeFirst()
  if (!row) return null
  await insertAttempts(tx, [{ ...attempt, property_id, delivery_id, number: row.attempts, kind: 'manual' }])
  return row.attempts
}
