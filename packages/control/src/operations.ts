import { bookingOperations } from './bookings.ts'
import { changeOperations } from './changes.ts'
import { clockOperations } from './clock.ts'
import { deliveryOperations } from './deliveries.ts'
import { eventOperations } from './events.ts'
import { faultOperations } from './faults.ts'
import { firstStepOperations } from './first-steps.ts'
import { insightOperations } from './insights.ts'
import type { ControlOperation } from './operation.ts'
import { paymentOperations } from './payments.ts'
import { propertyOperations } from './properties.ts'
import { requestOperations } from './requests.ts'
import { searchOperations } from './search.ts'
import { seedOperations } from './seed.ts'
import { stateOperations } from './state.ts'
import { webhookOperations } from './webhooks.ts'

/** Every operation of the control API. Routes, client methods and the OpenAPI document come from here. */
export const controlOperations = {
  ...propertyOperations,
  ...bookingOperations,
  ...paymentOperations,
  ...eventOperations,
  ...seedOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...clockOperations,
  ...faultOperations,
  ...requestOperations,
  ...stateOperations,
  ...searchOperations,
  ...insightOperations,
  ...firstStepOperations,
  ...changeOperations,
} as const satisfies Record<string, ControlOperation>

/** The name of an operation: `advanceClock`. */
export type ControlOperationId = keyof typeof controlOperations
