import type { PaymentPage } from '@svc/control'
import { selectPaymentPage } from '../storage/queries/payment-log.ts'
import type { Db } from '../storage/storage.ts'
import { offsetOf, type PageQuery, toWirePage } from './page.ts'
import type { WireJson } from './wire-json.ts'

/** The payments of a property, newest first, deleted ones too: they are kept for audit and only shown here. */
export async function listAllPayments(
  db: Db,
  propertyId: string,
  query: PageQuery & { bid?: string | undefined },
): Promise<WireJson<PaymentPage>> {
  const window = { limit: query.limit, offset: offsetOf(query) }
  const { total, texts } = await selectPaymentPage(db, propertyId, query, window)
  return toWirePage(texts, total, query)
}
