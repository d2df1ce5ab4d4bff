import { describe, expectTypeOf, it } from 'vitest'
import type * as z from 'zod/mini'
import type { Named } from '@svc/models'
import type { QueryInput } from './fields.ts'
import type {
  BookingInput,
  bookingInputSchema,
  BookingChanges,
  bookingChangesSchema,
  BookingQuery,
  bookingQuerySchema,
} from './bookings.ts'
import type { Change, changeSchema } from './changes.ts'
import type {
  ClockState,
  clockStateSchema,
  ClockAdvanced,
  clockAdvancedSchema,
  ClockInput,
  clockInputSchema,
  AdvanceInput,
  advanceInputSchema,
  DueList,
  dueListSchema,
} from './clock.ts'
import type {
  AttemptWire,
  attemptWireSchema,
  Attempt,
  attemptSchema,
  ControlDelivery,
  controlDeliverySchema,
  DeliveryPage,
  deliveryPageSchema,
  DeliveryQuery,
  deliveryQuerySchema,
  ResendInput,
  resendInputSchema,
  ResendResult,
  resendResultSchema,
} from './deliveries.ts'
import type {
  MessageInput,
  messageInputSchema,
  Message,
  messageSchema,
  EventInput,
  eventInputSchema,
  FiredEvent,
  firedEventSchema,
  EventPage,
  eventPageSchema,
  EventQuery,
  eventQuerySchema,
} from './events.ts'
import type {
  DeliveryFaultInput,
  Fault,
  FaultInput,
  faultInputSchema,
  FaultMatch,
  faultMatchSchema,
  faultSchema,
} from './faults.ts'
import type {
  Span,
  spanSchema,
  EndpointHealth,
  endpointHealthSchema,
  Insights,
  insightsSchema,
  InsightsQuery,
  insightsQuerySchema,
} from './insights.ts'
import type { FirstSteps, firstStepsSchema } from './first-steps.ts'
import type { PaymentQuery, paymentQuerySchema, PaymentPage, paymentPageSchema } from './payments.ts'
import type {
  Property,
  propertySchema,
  PropertyInput,
  propertyInputSchema,
  ApiKey,
  apiKeySchema,
  CreatedApiKey,
  createdApiKeySchema,
  ApiKeyInput,
  apiKeyInputSchema,
  AllowedOrigins,
  allowedOriginsSchema,
  AllowedOriginsInput,
  allowedOriginsInputSchema,
} from './properties.ts'
import type { LoggedRequest, loggedRequestSchema, RequestQuery, requestQuerySchema } from './requests.ts'
import type { Hit, hitSchema } from './search.ts'
import type {
  SeedInput,
  seedInputSchema,
  SeedResult,
  seedResultSchema,
  SeedLine,
  seedLineSchema,
} from './seed.ts'
import type {
  ImportLine,
  importLineSchema,
  ResetResult,
  resetResultSchema,
  Snapshot,
  snapshotSchema,
  SandboxExport,
  sandboxExportSchema,
} from './state.ts'
import type { RotateInput, rotateInputSchema, RotatedSecret, rotatedSecretSchema } from './webhooks.ts'

// The types are written out, so that editors show what each field is. The compiler holds them against the schemas.
describe('written types', () => {
  it('are those of the schemas', () => {
    expectTypeOf<BookingInput>().toEqualTypeOf<z.input<typeof bookingInputSchema>>()
    expectTypeOf<BookingQuery>().toEqualTypeOf<QueryInput<typeof bookingQuerySchema>>()
    expectTypeOf<BookingChanges>().toEqualTypeOf<z.input<typeof bookingChangesSchema>>()
    expectTypeOf<Change>().toEqualTypeOf<Named<z.infer<typeof changeSchema>>>()
    expectTypeOf<ClockState>().toEqualTypeOf<Named<z.infer<typeof clockStateSchema>>>()
    expectTypeOf<ClockAdvanced>().toEqualTypeOf<Named<z.infer<typeof clockAdvancedSchema>>>()
    expectTypeOf<ClockInput>().toEqualTypeOf<z.input<typeof clockInputSchema>>()
    expectTypeOf<AdvanceInput>().toEqualTypeOf<z.input<typeof advanceInputSchema>>()
    expectTypeOf<DueList>().toEqualTypeOf<Named<z.infer<typeof dueListSchema>>>()
    expectTypeOf<AttemptWire>().toEqualTypeOf<Named<z.infer<typeof attemptWireSchema>>>()
    expectTypeOf<Attempt>().toEqualTypeOf<Named<z.infer<typeof attemptSchema>>>()
    expectTypeOf<ControlDelivery>().toEqualTypeOf<Named<z.infer<typeof controlDeliverySchema>>>()
    expectTypeOf<DeliveryPage>().toEqualTypeOf<Named<z.infer<typeof deliveryPageSchema>>>()
    expectTypeOf<DeliveryQuery>().toEqualTypeOf<QueryInput<typeof deliveryQuerySchema>>()
    expectTypeOf<ResendInput>().toEqualTypeOf<z.input<typeof resendInputSchema>>()
    expectTypeOf<ResendResult>().toEqualTypeOf<Named<z.infer<typeof resendResultSchema>>>()
    expectTypeOf<MessageInput>().toEqualTypeOf<z.input<typeof messageInputSchema>>()
    expectTypeOf<Message>().toEqualTypeOf<Named<z.infer<typeof messageSchema>>>()
    expectTypeOf<EventInput>().toEqualTypeOf<z.input<typeof eventInputSchema>>()
    expectTypeOf<FiredEvent>().toEqualTypeOf<Named<z.infer<typeof firedEventSchema>>>()
    expectTypeOf<EventPage>().toEqualTypeOf<Named<z.infer<typeof eventPageSchema>>>()
    expectTypeOf<EventQuery>().toEqualTypeOf<QueryInput<typeof eventQuerySchema>>()
    expectTypeOf<FaultMatch>().toEqualTypeOf<z.input<typeof faultMatchSchema>>()
    expectTypeOf<Fault>().toEqualTypeOf<Named<z.infer<typeof faultSchema>>>()
    expectTypeOf<Span>().toEqualTypeOf<Named<z.infer<typeof spanSchema>>>()
    expectTypeOf<EndpointHealth>().toEqualTypeOf<Named<z.infer<typeof endpointHealthSchema>>>()
    expectTypeOf<FirstSteps>().toEqualTypeOf<Named<z.infer<typeof firstStepsSchema>>>()
    expectTypeOf<Insights>().toEqualTypeOf<Named<z.infer<typeof insightsSchema>>>()
    expectTypeOf<InsightsQuery>().toEqualTypeOf<QueryInput<typeof insightsQuerySchema>>()
    expectTypeOf<PaymentQuery>().toEqualTypeOf<QueryInput<typeof paymentQuerySchema>>()
    expectTypeOf<PaymentPage>().toEqualTypeOf<Named<z.infer<typeof paymentPageSchema>>>()
    expectTypeOf<Property>().toEqualTypeOf<Named<z.infer<typeof propertySchema>>>()
    expectTypeOf<PropertyInput>().toEqualTypeOf<z.input<typeof propertyInputSchema>>()
    expectTypeOf<ApiKey>().toEqualTypeOf<Named<z.infer<typeof apiKeySchema>>>()
    expectTypeOf<CreatedApiKey>().toEqualTypeOf<Named<z.infer<typeof createdApiKeySchema>>>()
    expectTypeOf<ApiKeyInput>().toEqualTypeOf<z.input<typeof apiKeyInputSchema>>()
    expectTypeOf<AllowedOrigins>().toEqualTypeOf<Named<z.infer<typeof allowedOriginsSchema>>>()
    expectTypeOf<AllowedOriginsInput>().toEqualTypeOf<z.input<typeof allowedOriginsInputSchema>>()
    expectTypeOf<LoggedRequest>().toEqualTypeOf<Named<z.infer<typeof loggedRequestSchema>>>()
    expectTypeOf<RequestQuery>().toEqualTypeOf<QueryInput<typeof requestQuerySchema>>()
    expectTypeOf<Hit>().toEqualTypeOf<Named<z.infer<typeof hitSchema>>>()
    expectTypeOf<SeedInput>().toEqualTypeOf<z.input<typeof seedInputSchema>>()
    expectTypeOf<SeedResult>().toEqualTypeOf<Named<z.infer<typeof seedResultSchema>>>()
    expectTypeOf<SeedLine>().toEqualTypeOf<Named<z.infer<typeof seedLineSchema>>>()
    expectTypeOf<ImportLine>().toEqualTypeOf<Named<z.infer<typeof importLineSchema>>>()
    expectTypeOf<ResetResult>().toEqualTypeOf<Named<z.infer<typeof resetResultSchema>>>()
    expectTypeOf<Snapshot>().toEqualTypeOf<Named<z.infer<typeof snapshotSchema>>>()
    expectTypeOf<SandboxExport>().toEqualTypeOf<z.infer<typeof sandboxExportSchema>>()
    expectTypeOf<RotateInput>().toEqualTypeOf<z.input<typeof rotateInputSchema>>()
    expectTypeOf<RotatedSecret>().toEqualTypeOf<Named<z.infer<typeof rotatedSecretSchema>>>()
    expectTypeOf<FaultInput | DeliveryFaultInput>().toEqualTypeOf<z.input<typeof faultInputSchema>>()
  })
})
