import type { Payment } from '@svc/models'
import type { PaymentRow } from './queries/payments.ts'

/** A payment as it is stored: its JSON, and the columns that queries filter by. */
export function toPaymentRow(
  propertyId: string,
  payment: Payment,
  json = JSON.stringify(payment),
): Omit<PaymentRow, 'seq'> {
  const { id, bid, gid, date, status } = payment
  return {
    property_id: propertyId,
    id,
    bid,
    gid,
    date: Date.parse(date),
    status: Number(status),
    json,
  }
}
