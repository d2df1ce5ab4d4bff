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
