export type * from '../../control/src/contract.ts'
export {
  type ConnectOptions,
  connectSandbox,
  type SandboxControl,
  type TakenSnapshot,
} from '../../control/src/client.ts'
export { InboxClosedError, InboxTimeoutError, TestingError } from './errors.ts'
export * from './fixtures/index.ts'
export * from './hostel/index.ts'
export { type Inbox, type InboxOptions, type NextOptions, openInbox } from './inbox/open-inbox.ts'
export type { Answered, EventNamed, ReceivedDelivery } from './inbox/received-delivery.ts'
export type { Answer, Respond } from './inbox/respond.ts'
export { signedDelivery, type SignedDelivery, type SignedDeliveryOptions } from './signed-delivery.ts'
export * from '../../conformance/src/index.ts'
