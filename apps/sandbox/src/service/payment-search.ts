import type { Payment } from '@svc/models'
import { type PaymentRange, selectNextPayments } from '../storage/queries/payment-log.ts'
import type { PaymentCursor } from '../storage/queries/payments.ts'
import type { Db } from '../storage/storage.ts'
import { setImmediate } from '../timers.ts'

/** Payments that are looked at for one answer: a table of millions has no index for what people look for. */
export const mostLookedThrough = 20_000
/** Looked at without a pause: others are served in between. */
const atOnce = 1_000

export interface PaymentSearch {
  limit: number
  offset: number
  sort?: 'date' | '-date' | undefined
  matches: (payment: Payment) => boolean
  /** @default {@link mostLookedThrough} */
  most?: number
}

/**
 * A page of those that match among the first payments in this order, and how many match.
 *
 * @returns lookedUntil when the last one that was looked at was recorded, in milliseconds; null: all were looked at
 */
export async function lookThroughPayments(
  db: Db,
  propertyId: string,
  range: PaymentRange,
  { limit, offset, sort, matches, most = mostLookedThrough }: PaymentSearch,
): Promise<{ total: number; texts: string[]; lookedUntil: number | null }> {
  const texts: string[] = []
  let total = 0
  let after: PaymentCursor | undefined
  for (let looked = 0; looked < most; looked += atOnce) {
    const wanted = Math.min(atOnce, most - looked)
    const rows = await selectNextPayments(db, propertyId, range, { after, limit: wanted, sort })
    for (const { json } of rows) {
      if (!matches(JSON.parse(json) as Payment)) continue
      if (total >= offset && texts.length < limit) texts.push(json)
      total += 1
    }
    const last = rows.at(-1)
    if (rows.length < wanted || !last) return { total, texts, lookedUntil: null }
    after = { date: last.date, seq: last.seq }
    await new Promise((resolve) => void setImmediate(resolve))
  }
  const beyond = await selectNextPayments(db, propertyId, range, { after, limit: 1, sort })
  return { total, texts, lookedUntil: beyond.length === 0 ? null : (after?.date ?? null) }
}
