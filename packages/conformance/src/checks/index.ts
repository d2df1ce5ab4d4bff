import type { Check } from '../check.ts'
import { accessChecks } from './access.ts'
import { bookingChecks } from './bookings.ts'
import { deliveryChecks } from './deliveries.ts'
import { idempotencyChecks } from './idempotency.ts'
import { originChecks } from './origins.ts'
import { paymentChangeChecks } from './payment-changes.ts'
import { paymentChecks } from './payments.ts'
import { sandboxDeliveryChecks } from './sandbox-deliveries.ts'
import { webhookChecks } from './webhooks.ts'
import { wholeRunChecks } from './whole-run.ts'

/** Everything that the kit proves, in the order in which it runs. */
export const allChecks: readonly Check[] = [
  ...accessChecks,
  ...bookingChecks,
  ...paymentChecks,
  ...paymentChangeChecks,
  ...idempotencyChecks,
  ...webhookChecks,
  ...originChecks,
  ...deliveryChecks,
  ...sandboxDeliveryChecks,
  ...wholeRunChecks,
]
