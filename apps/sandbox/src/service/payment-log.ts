import type { PaymentPage, PaymentQuery } from '@svc/control'
import type { Payment } from '@svc/models'
import { selectPayment, selectPaymentPage } from '../storage/queries/payment-log.ts'
import type { Db } from '../storage/storage.ts'
import { notFound } from './errors.ts'
import { offsetOf, type PageQuery, toWirePage } from './page.ts'
import { readId } from './wire.ts'
import { WireJson } from './wire-json.ts'

/** The payments of a property, newest first, deleted ones too: they are kept for audit and only shown here. */
export async function listAllPayments(
  db: Db,
  propertyId: string,
  query: PageQuery & Pick<PaymentQuery, 'bid' | 'sort'>,
): Promise<WireJson<PaymentPage>> {
  const window = { limit: query.limit, offset: offsetOf(query), sort: query.sort }
  const { total, texts } = await selectPaymentPage(db, propertyId, query, window)
  return toWirePage(texts, total, query)
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
