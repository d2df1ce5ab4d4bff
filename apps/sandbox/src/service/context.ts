import type { Runtime } from '../runtime.ts'
import type { SecretBox } from '../storage/secret-box.ts'

/** Where webhooks may go: `local` = public https and loopback, `public` = public https alone, `any` (DESIGN 4). */
export type TargetPolicy = 'local' | 'public' | 'any'

/** What the service needs beside a transaction. Its functions take it first: `createPayment(context, tx, …)`. */
export interface ServiceContext {
  runtime: Runtime
  secrets: SecretBox
  targets: TargetPolicy
}
