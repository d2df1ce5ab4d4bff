import type { Runtime } from '../runtime.ts'
import type { DeliveryOffer } from '../storage/delivery-work.ts'
import type { SecretBox } from '../storage/secret-box.ts'
import type { Storage } from '../storage/storage.ts'

/** Where webhooks may go: `local` = public https and loopback, `public` = public https alone, `any`. */
export type TargetPolicy = 'local' | 'public' | 'any'

/** What the service needs besides a transaction. Its functions take it first: `createPayment(context, tx, …)`. */
export interface ServiceContext {
  runtime: Runtime
  secrets: SecretBox
  targets: TargetPolicy
  /** For these two alone: otherwise service functions read and write through the given transaction. */
  storage: Pick<Storage, 'notify' | 'recordPayment'>
  /** What the delivery engine of this node takes over as it is committed. @default nothing */
  offer?: ((propertyId: string) => DeliveryOffer | undefined) | undefined
  /** W3C traceparent of the current request; its deliveries send it too. */
  traceparent?: string
}
