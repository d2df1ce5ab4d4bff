import { type Selectable, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import type { Db } from '../storage.ts'

/** Bookings whose guests are looked through for a name: a table of a million has no index for parts of names. */
const lookedThrough = 5_000

/** A guest with the newest booking that is theirs. */
export interface GuestHit {
  booking_id: string
  guest_id: string
  first_name: string
  last_name: string
  email: string
  status: string
  first_night: string | null
}

/** Guests of the newest bookings whose name or email holds this text, upper or lower case. */
export async function findGuestsByName(
  db: Db,
  propertyId: string,
  text: string,
  limit: number,
): Promise<GuestHit[]> {
  const newest = db
    .selectFrom('bookings')
    .select(['id', 'guest_id', 'status', 'first_night', 'created'])
    .where('property_id', '=', propertyId)
    .orderBy('created', 'desc')
    .limit(lookedThrough)
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return db
    .selectFrom(newest.as('newest'))
    .innerJoin('guests', (join) =>
      join.on('guests.property_id', '=', propertyId).onRef('guests.id', '=', 'newest.guest_id'),
    )
    .select([
      'newest.id as booking_id',
      'newest.guest_id',
      'newest.status',
      'newest.first_night',
      'guests.first_name',
      'guests.last_name',
      'guests.email',
    ])
    .where(
      sql<boolean>`lower(guests.first_name || ' ' || guests.last_name || ' ' || guests.email) like ${pattern} escape '\\'`,
    )
    .orderBy('newest.created', 'desc')
    .limit(limit)
    .execute()
}

/** What of a property has this id: at most one row of each table, by its key. */
export async function findById(db: Db, propertyId: string, id: string) {
  const [booking, guest, payment, event, delivery, endpoint, apiKey] = await Promise.all([
    one(db, 'bookings', propertyId, id),
    one(db, 'guests', propertyId, id),
    one(db, 'payments', propertyId, id),
    one(db, 'events', propertyId, id),
    one(db, 'deliveries', propertyId, id),
    one(db, 'webhook_endpoints', propertyId, id),
    one(db, 'api_keys', propertyId, id),
  ])
  return { booking, guest, payment, event, delivery, endpoint, apiKey }
}

type Searched =
  | 'bookings'
  | 'guests'
  | 'payments'
  | 'events'
  | 'deliveries'
  | 'webhook_endpoints'
  | 'api_keys'

function one<Table extends Searched>(
  db: Db,
  table: Table,
  propertyId: string,
  id: string,
): Promise<Selectable<Schema[Table]> | undefined>
function one(db: Db, table: Searched, propertyId: string, id: string): Promise<unknown> {
  return db
    .selectFrom(table)
    .selectAll()
    .where('property_id', '=', propertyId)
    .where('id', '=', id)
    .executeTakeFirst()
}
