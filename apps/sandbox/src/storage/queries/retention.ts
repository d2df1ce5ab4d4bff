import type { Db, Storage } from '../storage.ts'

/** The columns of a delivery that tell whether anything can still happen to it. */
export interface AgedDelivery {
  property_id: string
  seq: number
  endpoint_id: string
  status: string
  created_at: number
  /** Due time; null: no attempt is scheduled. */
  next_attempt_at: number | null
  delivered_at: number | null
  last_attempted_at: number | null
}

const agedColumns = [
  'property_id',
  'seq',
  'endpoint_id',
  'status',
  'created_at',
  'next_attempt_at',
  'delivered_at',
  'last_attempted_at',
] as const

/**
 * The next deliveries of a property in the order of their creation. Virtual time never goes back, so a search for old
 * ones starts at the first row and ends at the first young one: it needs no index, also in a large table.
 *
 * @param after `seq` to go on from; 0 for the start
 */
export function selectOldestDeliveries(
  db: Db,
  propertyId: string,
  after: number,
  limit: number,
): Promise<AgedDelivery[]> {
  return db
    .selectFrom('deliveries')
    .select(agedColumns)
    .where('property_id', '=', propertyId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** `seq` of the `count`th newest delivery of an endpoint; 0 when it has fewer. */
export async function selectNewestFloor(
  db: Db,
  propertyId: string,
  endpointId: string,
  count: number,
): Promise<number> {
  const row = await db
    .selectFrom('deliveries')
    .select('seq')
    .where('property_id', '=', propertyId)
    .where('endpoint_id', '=', endpointId)
    .orderBy('seq', 'desc')
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst()
  return row?.seq ?? 0
}

/**
 * Removes deliveries with their attempts, inside a transaction. Each is looked at once more: what was resent meanwhile
 * stays, and so does a delivery that another node is working on.
 *
 * @returns how many
 */
export async function removeDeliveries(
  storage: Pick<Storage, 'skipLocked'>,
  tx: Db,
  propertyId: string,
  seqs: readonly number[],
  removable: (delivery: AgedDelivery) => boolean,
): Promise<number> {
  const held = await storage
    .skipLocked(
      tx
        .selectFrom('deliveries')
        .select(agedColumns)
        .where('property_id', '=', propertyId)
        .where('seq', 'in', seqs),
    )
    .execute()
  const chosen = held.filter(removable).map(({ seq }) => seq)
  if (chosen.length > 0) {
    await tx
      .deleteFrom('deliveries')
      .where('property_id', '=', propertyId)
      .where('seq', 'in', chosen)
      .execute()
  }
  return chosen.length
}

/** The next events of a property in the order of their firing, and whether deliveries of them are left. */
export async function selectOldestEvents(
  db: Db,
  propertyId: string,
  after: number,
  limit: number,
): Promise<{ seq: number; created_at: number; delivered: boolean }[]> {
  const rows = await db
    .selectFrom('events')
    .leftJoin('deliveries', (join) =>
      join
        .onRef('deliveries.property_id', '=', 'events.property_id')
        .onRef('deliveries.event_id', '=', 'events.id'),
    )
    .select(['events.seq', 'events.created_at'])
    .select((row) => row.fn.count<number | string>('deliveries.id').as('deliveries'))
    .where('events.property_id', '=', propertyId)
    .where('events.seq', '>', after)
    .groupBy(['events.seq', 'events.created_at'])
    .orderBy('events.seq')
    .limit(limit)
    .execute()
  return rows.map(({ seq, created_at, deliveries }) => ({
    seq,
    created_at,
    delivered: Number(deliveries) > 0,
  }))
}

/** Removes those of these events that have no delivery, inside a transaction. @returns how many */
export async function removeBareEvents(
  storage: Pick<Storage, 'skipLocked'>,
  tx: Db,
  propertyId: string,
  seqs: readonly number[],
): Promise<number> {
  const bare = await storage
    .skipLocked(
      tx
        .selectFrom('events')
        .select('seq')
        .where('property_id', '=', propertyId)
        .where('seq', 'in', seqs)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('deliveries')
                .select('deliveries.id')
                .whereRef('deliveries.property_id', '=', 'events.property_id')
                .whereRef('deliveries.event_id', '=', 'events.id'),
            ),
          ),
        ),
    )
    .execute()
  const chosen = bare.map(({ seq }) => seq)
  if (chosen.length > 0) {
    await tx.deleteFrom('events').where('property_id', '=', propertyId).where('seq', 'in', chosen).execute()
  }
  return chosen.length
}
