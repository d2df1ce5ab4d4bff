import type { PaymentAtOnce, Storage } from '../../src/storage/storage.ts'

/** The property of the payments below. */
export const property = 'f0000000-0000-4000-8000-000000000000'

/** A payment as `recordPayment` takes it: one id, one key, one event. */
export const paymentAtOnce = (
  id: string,
  changes: Partial<PaymentAtOnce['payment']> = {},
): PaymentAtOnce => ({
  record: {
    property_id: property,
    scope: `POST /payments ${id}`,
    fingerprint: 'f',
    status: 201,
    body: `{"id":"${id}"}`,
    created_at: 5,
    expires_at: 9,
  },
  payment: { property_id: property, id, bid: null, gid: null, date: 5, status: 1, json: '{}', ...changes },
  event: {
    id: `event of ${id}`,
    type: 'payment.created',
    data: '{}',
    envelope: '"type":"payment.created"}',
    traceparent: null,
  },
})

const tables = ['idempotency_records', 'payments', 'events', 'deliveries'] as const
/** Rows that payments have brought: records, payments, events, deliveries. */
export const paymentRows = async ({ db }: Storage) =>
  Promise.all(
    tables.map(async (table) => (await db.selectFrom(table).select('property_id').execute()).length),
  )
