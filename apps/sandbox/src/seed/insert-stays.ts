import type { Guest, Payment } from '@svc/models'
import type { Message } from '@svc/control'
import type { HostelStay } from '@svc/testing'
import type { InsertObject } from 'kysely'
import { bookingText, paymentText } from './booking-text.ts'
import { toBookingRow } from '../storage/booking-row.ts'
import { toPaymentRow } from '../storage/payment-row.ts'
import { countBookings } from '../storage/queries/booking-counts.ts'
import { insertRows } from '../storage/queries/insert-rows.ts'
import type { BookingRow } from '../storage/queries/bookings.ts'
import type { Schema } from '../storage/schema.ts'
import type { Db, InsertInBulk } from '../storage/storage.ts'

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
  // By itself and not by its id: a text would be hashed for each booking. One with the same id is left out when it is written.
  const guests = new Set<Guest>()
  const rows: SeedRows = { guests: [], bookings: [], stay_gaps: [], payments: [], messages: [] }
  for (const { booking, payments, messages } of stays) {
    guests.add(booking.guest)
    const { row, gaps } = toBookingRow(propertyId, booking, bookingText(booking))
    rows.bookings.push(row)
    for (const gap of gaps) rows.stay_gaps.push({ property_id: propertyId, booking_id: booking.id, ...gap })
    rows.payments.push(...paymentRows(propertyId, payments))
    rows.messages.push(...messageRows(propertyId, messages))
  }
  for (const { id, first_name, last_name, email, phone } of guests) {
    rows.guests.push({ id, property_id: propertyId, first_name, last_name, email, phone })
  }
  return rows
}

export function paymentRows(propertyId: string, payments: readonly Payment[]): SeedRows['payments'] {
  return payments.map((payment) => toPaymentRow(propertyId, payment, paymentText(payment)))
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

/** Inserts the rows, and counts the bookings. Existing guests stay as they are. */
export async function insertSeedRows(tx: Db, rows: SeedRows): Promise<void> {
  await insertRows(tx, 'guests', rows.guests, { unless: ['property_id', 'id'] })
  await insertRows(tx, 'bookings', rows.bookings)
  await insertRows(tx, 'stay_gaps', rows.stay_gaps)
  await insertRows(tx, 'payments', rows.payments)
  await insertRows(tx, 'messages', rows.messages)
  await countBookings(tx, rows.bookings)
}

/** The same in bulk, without the counts of bookings, which the caller has to add. */
export function insertSeedRowsInBulk(insert: InsertInBulk, propertyId: string, rows: SeedRows): void {
  insert('guests', propertyId, rows.guests, 'on conflict do nothing')
  insert('bookings', propertyId, rows.bookings)
  insert('stay_gaps', propertyId, rows.stay_gaps)
  insert('payments', propertyId, rows.payments)
  insert('messages', propertyId, rows.messages)
}
