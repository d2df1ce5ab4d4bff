import type { ErrorDetail } from '@svc/models'

/** The base of the errors that this package throws: match on `code`, which is stable, not on the message. */
export class TestingError extends Error {
  override readonly name: string = 'TestingError'
  /** Stable, for programs. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** What a {@link ControlError} tells beside its message. */
export interface ControlErrorFacts {
  /** HTTP status, null when there was no answer. */
  status: number | null
  /** Every bad field of a refused request (D3). */
  details?: readonly ErrorDetail[]
  requestId?: string | null
}

/**
 * A control call that the sandbox refused or did not answer. `code` is the code of its answer (D4), or `unreachable`,
 * `not_a_sandbox`, `no_url`, `no_admin_token`, `no_property`, `seed_failed`.
 */
export class ControlError extends TestingError {
  override readonly name = 'ControlError'
  readonly status: number | null
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | null

  constructor(
    code: string,
    message: string,
    facts: ControlErrorFacts = { status: null },
    options?: ErrorOptions,
  ) {
    super(code, message, options)
    this.status = facts.status
    this.details = facts.details ?? []
    this.requestId = facts.requestId ?? null
  }
}

/** {@link Inbox.next} waited in vain; the message tells what did arrive. */
export class InboxTimeoutError extends TestingError {
  override readonly name = 'InboxTimeoutError'

  constructor(message: string) {
    super('inbox_timeout', message)
  }
}

/** Something was asked of an inbox that is closed. */
export class InboxClosedError extends TestingError {
  override readonly name = 'InboxClosedError'

  constructor(message: string) {
    super('inbox_closed', message)
  }
}

/** A conformance run that could not begin: `unreachable`, `api_key_refused`, `rate_limited`, `usage`. */
export class ConformanceError extends TestingError {
  override readonly name = 'ConformanceError'
}
