import type { EventInput, FiredEvent } from '@svc/control'
import { type EventType, type Payment, eventDataSchemas, validate } from '@svc/models'
import { madeUpData } from '../seed/made-up-data.ts'
import { listBookings } from '../service/bookings.ts'
import type { ServiceContext } from '../service/context.ts'
import { invalid } from '../service/errors.ts'
import { fireEvent } from '../service/events.ts'
import { endpointExists } from '../storage/queries/webhook-endpoints.ts'
import { selectPayments } from '../storage/queries/payments.ts'
import type { Db } from '../storage/storage.ts'

/**
 * Fires a sample event. It changes nothing but the event log: it leaves no booking or payment behind that could affect
 * a later test.
 *
 * @throws ServiceError `validation_error` when the outcome is no data of this event
 */
export async function triggerSampleEvent(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  { type, data: given, endpoint_id }: EventInput,
): Promise<FiredEvent> {
  const data = await sampleData(tx, propertyId, type, { given, seed: context.runtime.uuid() })
  if (endpoint_id !== undefined && !(await endpointExists(tx, propertyId, endpoint_id))) {
    throw invalid([{ path: 'endpoint_id', message: 'is not an endpoint of this property' }])
  }
  return fireEvent(context, tx, { property_id: propertyId, type, data, endpoint_id })
}

/**
 * Of the newest booking or payment of the property where there is one, so that a receiver that looks it up finds it;
 * else made up. What is given replaces what would be there.
 */
async function sampleData(
  db: Db,
  propertyId: string,
  type: EventType,
  options: { given: Record<string, unknown> | undefined; seed: string },
): Promise<Record<string, unknown>> {
  const data = {
    ...madeUpData(type, options.seed),
    ...(await existing(db, propertyId, type)),
    ...options.given,
  }
  const result = validate(eventDataSchemas[type], data)
  if (!result.ok) {
    throw invalid(
      result.details.map(({ path, message }) => ({ path: path === '' ? 'data' : `data.${path}`, message })),
    )
  }
  return data
}

async function existing(db: Db, propertyId: string, type: EventType): Promise<Record<string, unknown>> {
  if (type === 'payment.created' || type === 'payment.updated') {
    const [payment] = await selectPayments(db, propertyId, { bid: undefined, after: undefined, limit: 1 })
    if (!payment) return {}
    const { id: paymentId, amount, paymentMethod, type: kind } = JSON.parse(payment.json) as Payment
    return type === 'payment.updated'
      ? { paymentId, amount }
      : { paymentId, amount, paymentMethod, type: kind }
  }
  const page = await listBookings(db, propertyId, { page: 1, limit: 1 })
  const [booking] = page.value.results
  if (!booking) return {}
  const { id: bookingId, status, total, stay_dates } = booking
  if (type === 'booking.cancelled' || type === 'message.received') return { bookingId }
  const dates = stay_dates.map(({ date, amount }) => ({ date, amount }))
  return { bookingId, status, room: stay_dates[0]?.room ?? '', total, dates }
}
