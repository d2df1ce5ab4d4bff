import { offsetOf, toWirePage } from '../../service/page.ts'
import { getProperty } from '../../service/properties.ts'
import { selectPaymentPage } from '../../storage/queries/payment-log.ts'
import type { ControlRoutes } from '../context.ts'
import { read } from '../read.ts'
import { paymentQuery } from '../schemas.ts'

/** The payments of a property, deleted ones too: they are kept for audit (spec 2.4) and shown nowhere else. */
export const paymentRoutes: ControlRoutes = (fastify, { storage }) => {
  fastify.get<{ Params: { pid: string } }>('/properties/:pid/payments', async (request) => {
    const { page, limit, ...filter } = read(paymentQuery, request.query)
    const { id } = await getProperty(storage.db, request.params.pid)
    const asked = { page, limit }
    const { total, texts } = await selectPaymentPage(storage.db, id, filter, {
      limit,
      offset: offsetOf(asked),
    })
    return toWirePage(texts, total, asked)
  })
}
