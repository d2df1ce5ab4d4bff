import type { Guest, Payment } from '@svc/models'
import type { Message } from '@svc/control'
import type { HostelStay } from '@svc/testing'
import type { InsertObject } from 'kysely'
import { toBookingRow } from '../storage/booking-row.ts'
import { toPaymentRow } from '../storage/payment-row.ts'
import { countBookings } from '../storage/queries/booking-counts.ts'
import type { BookingRow } from '../storage/queries/bookings.ts'
import type { Schema } from '../storage/schema.ts'
import type { Db } from '../storage/storage.ts'

/** What seeding writes in one transaction. */
export interface SeedRows {
  guests: InsertObject<Schema, 'guests'>[]
  bookings: BookingRow[]
  stay_gaps: InsertObject<Schema, 'stay_gaps'>[]
  payments: InsertObject<Schema, 'payments'>[]
  messages: InsertObject<Schema, 'messages'>[]
}

/** The rows of bookings with their guests, nights, payments and messages. A guest who comes back has one row. */
export function stayRows(propertyId: string, stays: readonly HostelStay[]): SeedRows {
  const guests = new Map<string, Guest>()
  const rows: SeedRows = { guests: [], bookings: [], stay_gaps: [], payments: [], messages: [] }
  for (const { booking, payments, messages } of stays) {
    guests.set(booking.guest.id, booking.guest)
    const { row, gaps } = toBookingRow(propertyId, booking)
    rows.bookings.push(row)
    for (const gap of gaps) rows.stay_gaps.push({ property_id: propertyId, booking_id: booking.id, ...gap })
    rows.payments.push(...paymentRows(propertyId, payments))
    rows.messages.push(...messageRows(propertyId, messages))
  }
  for (const { id, first_name, last_name, email, phone } of guests.values()) {
    rows.guests.push({ id, property_id: propertyId, first_name, last_name, email, phone })
  }
  return rows
}

export function paymentRows(propertyId: string, payments: readonly Payment[]): SeedRows['payments'] {
  return payments.map((payment) => toPaymentRow(propertyId, payment))
}

function messageRows(propertyId: string, messages: readonly Message[]): SeedRows['messages'] {
  return messages.map(({ id, bookingId, threadId, content, created_at }) => ({
    id,
    property_id: propertyId,
    booking_id: bookingId,
    thread_id: threadId,
    content,
    created_at: Date.parse(created_at),
  }))
}

/**
 * Values of one statement: SQLite takes at most 32,766 parameters, and long statements cost more to compile than to
 * run.
 */
const rowsPerStatement = 400

/** Inserts the rows, many in one statement. Existing guests stay as they are. */
export async function insertSeedRows(tx: Db, rows: SeedRows): Promise<void> {
  for (const part of parts(rows.guests)) {
    await tx
      .insertInto('guests')
      .values(part)
      .onConflict((conflict) => conflict.columns(['property_id', 'id']).doNothing())
      .execute()
  }
  for (const part of parts(rows.bookings)) await tx.insertInto('bookings').values(part).execute()
  for (const part of parts(rows.stay_gaps)) await tx.insertInto('stay_gaps').values(part).execute()
  await countBookings(tx, rows.bookings)
  for (const part of parts(rows.payments)) await tx.insertInto('payments').values(part).execute()
  for (const part of parts(rows.messages)) await tx.insertInto('messages').values(part).execute()
}

function* parts<Row>(rows: Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsPerStatement)
    yield rows.slice(from, from + rowsPerStatement)
}
