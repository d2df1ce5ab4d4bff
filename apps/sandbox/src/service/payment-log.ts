import type { PaymentPage, PaymentQuery } from '@svc/control'
import { normaliseAmount, type Payment } from '@svc/models'
import { type PaymentRange, selectPayment, selectPaymentPage } from '../storage/queries/payment-log.ts'
import type { Db } from '../storage/storage.ts'
import { notFound } from './errors.ts'
import { offsetOf, type PageQuery, toWirePage } from './page.ts'
import { lookThroughPayments } from './payment-search.ts'
import { readId, timestampOrNull } from './wire.ts'
import { WireJson } from './wire-json.ts'

/** The payments of a property, newest first, deleted ones too: they are kept for audit and only shown here. */
export async function listAllPayments(
  db: Db,
  propertyId: string,
  query: PageQuery & PaymentQuery,
): Promise<WireJson<PaymentPage>> {
  const { bid, limit, sort } = query
  const range: PaymentRange = { bid, since: milliseconds(query.since), before: milliseconds(query.before) }
  const window = { limit, offset: offsetOf(query), sort }
  const matches = filterOf(query)
  const { total, texts, lookedUntil } = matches
    ? await lookThroughPayments(db, propertyId, range, { ...window, matches })
    : { ...(await selectPaymentPage(db, propertyId, range, window)), lookedUntil: null }
  return toWirePage(texts, total, query, { looked_until: timestampOrNull(lookedUntil) })
}

const milliseconds = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Date.parse(time)

/** Whether a payment is what is asked for beyond booking and time; undefined: nothing is. */
function filterOf(query: PaymentQuery): ((payment: Payment) => boolean) | undefined {
  const { paymentMethod, type, status } = query
  const amount = query.amount === undefined ? undefined : normaliseAmount(query.amount)
  const search = query.search?.toLowerCase()
  const asked = [paymentMethod, type, status, amount, search]
  if (asked.every((value) => value === undefined)) return undefined
  return (payment) =>
    (paymentMethod === undefined || payment.paymentMethod === paymentMethod) &&
    (type === undefined || payment.type === type) &&
    (status === undefined || payment.status === (status === 'active')) &&
    (amount === undefined || payment.amount === amount) &&
    (search === undefined ||
      payment.name.toLowerCase().includes(search) ||
      (payment.description ?? '').toLowerCase().includes(search))
}

/**
 * One payment, also a deleted one.
 *
 * @throws ServiceError `not_found`
 */
export async function getLoggedPayment(
  db: Db,
  propertyId: string,
  paymentId: string,
): Promise<WireJson<Payment>> {
  const id = readId(paymentId)
  const json = id && (await selectPayment(db, propertyId, id))
  if (!json) throw notFound('payment', paymentId)
  return new WireJson(json)
}
