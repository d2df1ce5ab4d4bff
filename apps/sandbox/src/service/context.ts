import type { Runtime } from '../runtime.ts'
import type { SecretBox } from '../storage/secret-box.ts'
import type { Storage } from '../storage/storage.ts'

/** Where webhooks may go: `local` = public https and loopback, `public` = public https alone, `any` (DESIGN 4). */
export type TargetPolicy = 'local' | 'public' | 'any'

/** What the service needs beside a transaction. Its functions take it first: `createPayment(context, tx, …)`. */
export interface ServiceContext {
  runtime: Runtime
  secrets: SecretBox
  targets: TargetPolicy
  /** Apart from these two, what a service function reads and writes goes through the transaction that it is given. */
  storage: Pick<Storage, 'notify' | 'recordPayment'>
  /** W3C traceparent of the request at work; its deliveries carry it on. */
  traceparent?: string
}
