import type { Insertable, Selectable } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
import type { BookingTable, StayGapTable } from '../schema.ts'
import type { Db } from '../storage.ts'
import { BookingTally } from './booking-counts.ts'

export type BookingRow = Selectable<BookingTable>
export type StayGap = Pick<Selectable<StayGapTable>, 'after_night' | 'before_night'>

type Key = { propertyId: string; id: string }

const jsonById = prepared((db, value: Slots<Key>) =>
  db
    .selectFrom('bookings')
    .select('json')
    .where('property_id', '=', value('propertyId'))
    .where('id', '=', value('id')),
)

/** A booking as the wire shows it. */
export async function findBooking(db: Db, propertyId: string, id: string): Promise<string | undefined> {
  const [row] = await jsonById(db, { propertyId, id })
  return row?.json
}

const idById = prepared((db, value: Slots<Key>) =>
  db
    .selectFrom('bookings')
    .select('id')
    .where('property_id', '=', value('propertyId'))
    .where('id', '=', value('id')),
)

export async function bookingExists(db: Db, propertyId: string, id: string): Promise<boolean> {
  return (await idById(db, { propertyId, id })).length > 0
}

/** Holds the booking's row until the transaction ends. */
export function lockBooking(tx: Db, propertyId: string, id: string): Promise<BookingRow | undefined> {
  return tx
    .updateTable('bookings')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('property_id', '=', propertyId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function insertBooking(
  tx: Db,
  booking: Insertable<BookingTable>,
  gaps: readonly StayGap[],
): Promise<void> {
  const { property_id } = booking
  await tx.insertInto('bookings').values(booking).execute()
  await insertGaps(tx, booking, gaps)
  const tally = new BookingTally()
  tally.add(booking as BookingRow, 1)
  await tally.write(tx, property_id)
}

async function insertGaps(
  tx: Db,
  { property_id, id: booking_id }: { property_id: string; id: string },
  gaps: readonly StayGap[],
): Promise<void> {
  if (gaps.length === 0) return
  await tx
    .insertInto('stay_gaps')
    .values(gaps.map((gap) => ({ property_id, booking_id, ...gap })))
    .execute()
}

/** Replaces the state of a booking whose row the transaction holds. */
export async function replaceBooking(
  tx: Db,
  before: BookingRow,
  after: BookingRow,
  gaps: readonly StayGap[],
): Promise<void> {
  const { property_id, id, guest_id, status, first_night, last_night, json } = after
  await tx
    .updateTable('bookings')
    .set({ guest_id, status, first_night, last_night, json })
    .where('property_id', '=', property_id)
    .where('id', '=', id)
    .execute()
  await tx
    .deleteFrom('stay_gaps')
    .where('property_id', '=', property_id)
    .where('booking_id', '=', id)
    .execute()
  await insertGaps(tx, after, gaps)
  const tally = new BookingTally()
  tally.add(before, -1)
  tally.add(after, 1)
  await tally.write(tx, property_id)
}

/** All bookings of a guest, held until the transaction ends. */
export function lockBookingsOfGuest(
  tx: Db,
  propertyId: string,
  guestId: string,
): Promise<Pick<BookingRow, 'id' | 'json'>[]> {
  return tx
    .updateTable('bookings')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('property_id', '=', propertyId)
    .where('guest_id', '=', guestId)
    .returning(['id', 'json'])
    .execute()
}

/** Changes the JSON of a booking, and none of the columns that queries filter by. */
export async function changeBookingText(tx: Db, propertyId: string, id: string, json: string): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({ json })
    .where('property_id', '=', propertyId)
    .where('id', '=', id)
    .execute()
}

/** The newest booking of a property that has a night, as the wire shows it. */
export async function findNewestStay(db: Db, propertyId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('bookings')
    .select('json')
    .where('property_id', '=', propertyId)
    .where('first_night', 'is not', null)
    .orderBy('created', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.json
}
