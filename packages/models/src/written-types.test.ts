import { describe, expectTypeOf, it } from 'vitest'
import type * as z from 'zod/mini'
import type { Named } from './open.ts'
import type { ParsedListBookingsQuery, listBookingsQuerySchema } from './booking-query.ts'
import type {
  Guest,
  guestSchema,
  StayDate,
  stayDateSchema,
  Booking,
  bookingSchema,
  BookingPage,
  bookingPageSchema,
} from './booking.ts'
import type { Delivery, deliverySchema } from './delivery.ts'
import type { ErrorDetail, errorDetailSchema, ErrorBody, errorBodySchema } from './error-body.ts'
import type {
  BookingData,
  bookingDataSchema,
  BookingStatusData,
  bookingStatusDataSchema,
  EventData,
  eventDataSchemas,
  EventOf,
  eventSchemas,
} from './event.ts'
import type { EventType } from './vocabulary.ts'
import type {
  CreatePayment,
  createPaymentSchema,
  UpdatePayment,
  updatePaymentSchema,
} from './payment-requests.ts'
import type { Payment, paymentSchema } from './payment.ts'
import type {
  CreateWebhookEndpoint,
  createWebhookEndpointSchema,
  UpdateWebhookEndpoint,
  updateWebhookEndpointSchema,
} from './webhook-requests.ts'
import type {
  WebhookEndpoint,
  webhookEndpointSchema,
  CreatedWebhookEndpoint,
  createdWebhookEndpointSchema,
} from './webhook.ts'

// The types are written out, so that editors show what each field is. The compiler holds them against the schemas.
describe('written types', () => {
  it('are those of the schemas', () => {
    expectTypeOf<ParsedListBookingsQuery>().toEqualTypeOf<z.infer<typeof listBookingsQuerySchema>>()
    expectTypeOf<Guest>().toEqualTypeOf<Named<z.infer<typeof guestSchema>>>()
    expectTypeOf<StayDate>().toEqualTypeOf<Named<z.infer<typeof stayDateSchema>>>()
    expectTypeOf<Booking>().toEqualTypeOf<Named<z.infer<typeof bookingSchema>>>()
    expectTypeOf<BookingPage>().toEqualTypeOf<Named<z.infer<typeof bookingPageSchema>>>()
    expectTypeOf<Delivery>().toEqualTypeOf<Named<z.infer<typeof deliverySchema>>>()
    expectTypeOf<ErrorDetail>().toEqualTypeOf<Named<z.infer<typeof errorDetailSchema>>>()
    expectTypeOf<ErrorBody>().toEqualTypeOf<Named<z.infer<typeof errorBodySchema>>>()
    expectTypeOf<BookingData>().toEqualTypeOf<Named<z.infer<typeof bookingDataSchema>>>()
    expectTypeOf<BookingStatusData>().toEqualTypeOf<Named<z.infer<typeof bookingStatusDataSchema>>>()
    expectTypeOf<CreatePayment>().toEqualTypeOf<z.input<typeof createPaymentSchema>>()
    expectTypeOf<UpdatePayment>().toEqualTypeOf<z.input<typeof updatePaymentSchema>>()
    expectTypeOf<Payment>().toEqualTypeOf<Named<z.infer<typeof paymentSchema>>>()
    expectTypeOf<CreateWebhookEndpoint>().toEqualTypeOf<z.input<typeof createWebhookEndpointSchema>>()
    expectTypeOf<UpdateWebhookEndpoint>().toEqualTypeOf<z.input<typeof updateWebhookEndpointSchema>>()
    expectTypeOf<WebhookEndpoint>().toEqualTypeOf<Named<z.infer<typeof webhookEndpointSchema>>>()
    expectTypeOf<CreatedWebhookEndpoint>().toEqualTypeOf<
      Named<z.infer<typeof createdWebhookEndpointSchema>>
    >()
    expectTypeOf<EventData>().toEqualTypeOf<{
      [Type in EventType]: Named<z.infer<(typeof eventDataSchemas)[Type]>>
    }>()
    expectTypeOf<{ [Type in EventType]: EventOf<Type> }>().toEqualTypeOf<{
      [Type in EventType]: Named<z.infer<(typeof eventSchemas)[Type]>>
    }>()
  })
})
