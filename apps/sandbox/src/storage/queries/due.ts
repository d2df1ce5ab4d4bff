import type { Db } from '../storage.ts'

/** An attempt that time will bring. */
export interface DueRow {
  delivery_id: string
  property_id: string
  endpoint_id: string
  endpoint_url: string
  event_type: string
  ladder_attempts: number
  next_attempt_at: number
}

/** The next attempts of all properties, the earliest first, held ones left out. */
export async function selectDue(db: Db, limit: number): Promise<DueRow[]> {
  const rows = await db
    .selectFrom('deliveries')
    .innerJoin('webhook_endpoints', (join) =>
      join
        .onRef('webhook_endpoints.property_id', '=', 'deliveries.property_id')
        .onRef('webhook_endpoints.id', '=', 'deliveries.endpoint_id'),
    )
    .select([
      'deliveries.id as delivery_id',
      'deliveries.property_id',
      'deliveries.endpoint_id',
      'webhook_endpoints.url as endpoint_url',
      'deliveries.event_type',
      'deliveries.ladder_attempts',
      'deliveries.next_attempt_at',
    ])
    .where('deliveries.next_attempt_at', 'is not', null)
    .where('webhook_endpoints.is_active', '=', 1)
    .orderBy('deliveries.next_attempt_at')
    .orderBy('deliveries.seq')
    .limit(limit)
    .execute()
  return rows.flatMap((row) =>
    row.next_attempt_at === null ? [] : { ...row, next_attempt_at: row.next_attempt_at },
  )
}
