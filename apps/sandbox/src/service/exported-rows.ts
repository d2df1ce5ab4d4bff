import type { Booking, Payment } from '@svc/models'
import { toBookingRow } from '../storage/booking-row.ts'
import { toPaymentRow } from '../storage/payment-row.ts'

type Row = Record<string, unknown>

const bookingFields = [
  'id',
  'status',
  'total',
  'created',
  'updated',
  'paidDays',
  'description',
  'guest',
  'stay_dates',
]
const paymentFields = ['id', 'bid', 'gid', 'amount', 'paymentMethod', 'type', 'description', 'name']

/** A row as an export shows it: stored JSON as its fields, and no derived columns. */
export function exportedRow(table: string, row: Row): Row {
  const { json, property_id, seq, date, status } = row
  if (typeof json !== 'string') return row
  const fields = JSON.parse(json) as Row
  return table === 'payments' ? { seq, property_id, ...fields, date, status } : { property_id, ...fields }
}

/**
 * The rows of a table for what an export shows, those that follow from them included.
 *
 * @throws TypeError or RangeError for rows that do not fit this table
 */
export function importedRows(tables: Record<string, readonly Row[]>): Record<string, Row[]> {
  const { bookings = [], payments = [], ...others } = tables
  const booked = bookings.map(({ property_id, ...fields }) =>
    toBookingRow(String(property_id), picked(fields, bookingFields) as unknown as Booking),
  )
  return {
    ...(others as Record<string, Row[]>),
    bookings: booked.map(({ row }) => ({ ...row })),
    stay_gaps: booked.flatMap(({ row: { property_id, id: booking_id }, gaps }) =>
      gaps.map((gap) => ({ property_id, booking_id, ...gap })),
    ),
    payments: payments.map(({ seq, property_id, date, status, ...fields }) => {
      const known = picked(fields, paymentFields) as unknown as Omit<Payment, 'date' | 'status'>
      const payment = { ...known, date: new Date(Number(date)).toISOString(), status: status === 1 }
      return { seq, ...toPaymentRow(String(property_id), payment) }
    }),
  }
}

/** These fields of a row, in this order. */
function picked(row: Row, fields: readonly string[]): Row {
  const odd = Object.keys(row).find((name) => !fields.includes(name)) ?? fields.find((name) => !(name in row))
  if (odd !== undefined) throw new TypeError(`a row does not fit: "${odd}"`)
  return Object.fromEntries(fields.map((name) => [name, row[name]]))
}
