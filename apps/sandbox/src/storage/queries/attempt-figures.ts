import type { Selectable } from 'kysely'
import type { AttemptTable } from '../schema.ts'
import type { Db } from '../storage.ts'

/** What figures about attempts are made of. */
export type AttemptFigures = Pick<
  Selectable<AttemptTable>,
  'delivery_id' | 'started_at' | 'duration_ms' | 'outcome' | 'response_status' | 'error'
> & { endpoint_id: string }

/**
 * The newest attempts of a property since a time, newest first: of the deliveries that were attempted last, in the order
 * in which they were written.
 */
export async function selectAttemptFigures(
  db: Db,
  propertyId: string,
  { since, limit }: { since: number; limit: number },
): Promise<AttemptFigures[]> {
  // Deliveries by their index, newest first: an attempt of the window belongs to one that was attempted in it.
  const recent = db
    .selectFrom('deliveries')
    .select(['deliveries.id', 'deliveries.endpoint_id'])
    .where('deliveries.property_id', '=', propertyId)
    .where('deliveries.last_attempted_at', '>=', since)
    .orderBy('deliveries.seq', 'desc')
    .limit(limit)
  return db
    .selectFrom(recent.as('recent'))
    .innerJoin('attempts', (join) =>
      join.on('attempts.property_id', '=', propertyId).onRef('attempts.delivery_id', '=', 'recent.id'),
    )
    .select([
      'attempts.delivery_id',
      'attempts.started_at',
      'attempts.duration_ms',
      'attempts.outcome',
      'attempts.response_status',
      'attempts.error',
      'recent.endpoint_id',
    ])
    .where('attempts.started_at', '>=', since)
    .orderBy('attempts.seq', 'desc')
    .limit(limit)
    .execute()
}
