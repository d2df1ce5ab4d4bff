import {
  type CreatePayment,
  type ErrorDetail,
  type Payment,
  type UpdatePayment,
  defaultPaymentName,
  normaliseAmount,
} from '@svc/models'
import { bookingExists } from '../storage/queries/bookings.ts'
import { guestExists } from '../storage/queries/guests.ts'
import {
  type PaymentCursor,
  changePayment,
  insertPayment,
  lockPayment,
  selectPayments,
} from '../storage/queries/payments.ts'
import type { IdempotencyRow } from '../storage/queries/idempotency.ts'
import type { Db } from '../storage/storage.ts'
import type { ServiceContext } from './context.ts'
import { invalid, notFound } from './errors.ts'
import { fireEvent } from './events.ts'
import { idBeginning, orderedId } from '../storage/ordered-id.ts'
import { toPaymentRow } from '../storage/payment-row.ts'
import { WireJson, wireArray } from './wire-json.ts'
import { readId, timestamp } from './wire.ts'

/** `bid` and `gid` must name a booking and a guest of this property. */
async function checkLinks(
  tx: Db,
  propertyId: string,
  links: { bid?: string | null | undefined; gid?: string | null | undefined },
): Promise<void> {
  const details: ErrorDetail[] = []
  if (typeof links.bid === 'string' && !(await bookingExists(tx, propertyId, links.bid))) {
    details.push({ path: 'bid', message: 'is not a booking of this property' })
  }
  if (typeof links.gid === 'string' && !(await guestExists(tx, propertyId, links.gid))) {
    details.push({ path: 'gid', message: 'is not a guest of this property' })
  }
  if (details.length > 0) throw invalid(details)
}

/**
 * Records a payment and fires `payment.created` (spec 4.4).
 *
 * @throws ServiceError `validation_error` for a `bid` or `gid` that the property does not have
 */
export async function createPayment(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  input: CreatePayment,
): Promise<WireJson<Payment>> {
  await checkLinks(tx, propertyId, input)
  const payment = newPayment(context, input, context.runtime.clock.now())
  const row = toPaymentRow(propertyId, payment)
  await insertPayment(tx, row)
  await fireEvent(context, tx, createdEvent(propertyId, payment))
  return new WireJson(row.json)
}

/**
 * {@link createPayment} together with the record of its answer, in one go.
 *
 * @param record its `created_at` is the moment of the payment
 * @returns undefined, with nothing written, when it has to be created the long way
 */
export async function createPaymentAtOnce(
  context: ServiceContext,
  propertyId: string,
  input: CreatePayment,
  record: Omit<IdempotencyRow, 'body'>,
): Promise<WireJson<Payment> | undefined> {
  const { storage, secrets, runtime } = context
  const now = record.created_at
  const payment = newPayment(context, input, now)
  const { type, property_id, data } = createdEvent(propertyId, payment)
  const row = toPaymentRow(propertyId, payment)
  const envelope = JSON.stringify({ type, property_id, created_at: timestamp(now), data }).slice(1)
  const recorded = await storage.recordPayment({
    record: { ...record, body: secrets.seal(row.json) },
    payment: row,
    event: {
      id: orderedId(idBeginning(now), runtime.uuid()),
      type,
      data: JSON.stringify(data),
      envelope,
      traceparent: context.traceparent ?? null,
    },
    offer: context.offer?.(propertyId),
  })
  return recorded ? new WireJson(row.json) : undefined
}

function newPayment(context: ServiceContext, input: CreatePayment, now: number): Payment {
  return {
    id: orderedId(idBeginning(now), context.runtime.uuid()),
    bid: input.bid ?? null,
    gid: input.gid ?? null,
    amount: normaliseAmount(input.amount),
    paymentMethod: input.paymentMethod,
    type: input.type,
    description: input.description ?? null,
    name: input.name ?? defaultPaymentName,
    date: timestamp(now),
    status: true,
  }
}

const createdEvent = (property_id: string, { id: paymentId, amount, paymentMethod, type }: Payment) => ({
  property_id,
  type: 'payment.created' as const,
  data: { paymentId, amount, paymentMethod, type },
})

/**
 * Changes the given fields of an active payment (spec 4.5, D10). `payment.updated` fires only when amount, method or
 * description really differ afterwards (D11): `"120.5"` for `"120.5000"` is no change.
 *
 * @throws ServiceError `not_found`, also for a deleted one; `validation_error` as {@link createPayment}
 */
export async function updatePayment(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  paymentId: string,
  changes: UpdatePayment,
): Promise<WireJson<Payment>> {
  const id = readId(paymentId)
  const found = id && (await lockPayment(tx, propertyId, id))
  if (!found || found.status === 0) throw notFound('payment', paymentId)
  await checkLinks(tx, propertyId, changes)
  const before = JSON.parse(found.json) as Payment
  const after: Payment = {
    ...before,
    bid: changes.bid === undefined ? before.bid : changes.bid,
    gid: changes.gid === undefined ? before.gid : changes.gid,
    amount: changes.amount === undefined ? before.amount : normaliseAmount(changes.amount),
    paymentMethod: changes.paymentMethod ?? before.paymentMethod,
    type: changes.type ?? before.type,
    description: changes.description === undefined ? before.description : changes.description,
    name: changes.name ?? before.name,
  }
  const { amount, paymentMethod, description, bid, gid } = after
  const json = JSON.stringify(after)
  await changePayment(tx, propertyId, found.id, { bid, gid, json })
  if (
    amount !== before.amount ||
    paymentMethod !== before.paymentMethod ||
    description !== before.description
  ) {
    await fireEvent(context, tx, {
      property_id: propertyId,
      type: 'payment.updated',
      data: { paymentId: before.id, amount },
    })
  }
  return new WireJson(json)
}

/**
 * Deletes a payment softly: `status` false, the record is kept (spec 4.6). A second call changes nothing (D10). No
 * event fires (D11).
 *
 * @throws ServiceError `not_found`
 */
export async function deletePayment(tx: Db, propertyId: string, paymentId: string): Promise<void> {
  const id = readId(paymentId)
  const found = id && (await lockPayment(tx, propertyId, id))
  if (!found) throw notFound('payment', paymentId)
  const json = JSON.stringify({ ...(JSON.parse(found.json) as Payment), status: false })
  await changePayment(tx, propertyId, found.id, { status: 0, json })
}

/** Payments of the first page of {@link listPaymentPages}: most properties' payments are a few of these. */
const firstPage = 200
/**
 * Characters that later pages aim at, so that a reader who stalls holds little, and a long list of short payments costs
 * few queries: 200,000 of them on PostgreSQL are 120 round trips in place of 1,000. With descriptions at their longest a
 * page is 2 MB.
 */
const pageCharacters = 500_000
const longestPage = 2_000

/**
 * Active payments, newest first (spec 4.3, D10), in pages, so that a list of any length needs bounded memory. A payment
 * recorded meanwhile is newer than the first page and shifts nothing.
 */
export async function* listPaymentPages(
  db: Db,
  propertyId: string,
  query: { bid?: string | undefined } = {},
): AsyncGenerator<WireJson<Payment[]>, void> {
  let after: PaymentCursor | undefined
  for (let limit = firstPage; ;) {
    const rows = await selectPayments(db, propertyId, { bid: query.bid, after, limit })
    const page = wireArray<Payment>(rows.map(({ json }) => json))
    if (rows.length > 0) yield page
    if (rows.length < limit) return
    after = rows.at(-1)
    const fitting = Math.floor((pageCharacters * rows.length) / page.json.length)
    limit = Math.min(Math.max(fitting, firstPage), longestPage)
  }
}
