import type { SandboxControl } from '@svc/control'
import type { Probe } from './probe.ts'
import type { Receivers } from './receivers.ts'
import type { Runtime } from './runtime.ts'

/**
 * What a check needs of a run besides reading and sending requests that must be refused. `patience` is named by the
 * check in seconds.
 */
export type Need = 'destructive' | 'admin' | 'inbox'

/** One thing that the kit proves. */
export interface Check {
  /** Stable name: other checks and reports refer to it. */
  id: string
  /**
   * Section of the specification (`4.1`) or decision (`D8`): a server that does not follow a decision differs, it is
   * not broken.
   */
  row: string
  title: string
  needs?: readonly Need[]
  /** Seconds of patience that it takes at least. */
  patience?: number
  /**
   * Checks that look at the same thing more roughly: where one of them has failed too, this failure follows from it.
   */
  after?: readonly string[]
  /** Throws what `verdict.ts` has; a returned text is the answer that the server gives. */
  run: (context: CheckContext) => Promise<string | void>
}

/** What was found out about the server before the first check. */
export interface Ways {
  /** Where it answers webhook endpoints: `/api/v1/client/webhooks` or `/client/webhooks`. */
  webhooks: string
}

/** What checks work with. */
export interface CheckContext {
  readonly probe: Probe
  readonly baseUrl: string
  readonly destructive: boolean
  readonly ways: Ways
  readonly runtime: Runtime
  /** Only with an admin token. */
  readonly control: SandboxControl | undefined
  /** Only where the server can reach an inbox of this run. */
  readonly receivers: Receivers | undefined
  /** Seconds to wait for what takes its time. */
  readonly patience: number
  /** An address that the server takes for an endpoint, when the usual one is refused. */
  readonly webhookUrl: string | undefined
  /** An origin that the property lists. */
  readonly origin: string | undefined
  /** Makes something once a run. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>
  /** Runs after all checks, the last one first. `what` names it where it could not be removed. */
  cleanUp(what: string, undo: () => Promise<unknown>): void
  /** Something was removed before the end. */
  gone(what: string): void
}
