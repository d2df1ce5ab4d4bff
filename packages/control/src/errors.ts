import type { ErrorDetail } from '@svc/models'

/** What a {@link ControlError} says besides its message. */
export interface ControlErrorFacts {
  /** HTTP status, null when there was no answer. */
  status: number | null
  /** Every bad field of a refused request. */
  details?: readonly ErrorDetail[]
  /** `X-Request-Id` of the answer; null: it had none. */
  requestId?: string | null
  /** What the sandbox said, for people. */
  reason?: string | null
}

/**
 * A control call that the sandbox refused or did not answer. `code` is the code of its answer, or `unreachable`,
 * `not_a_sandbox`, `no_url`, `no_admin_token`, `no_property`, `invalid_option`, `seed_failed`.
 */
export class ControlError extends Error {
  override readonly name = 'ControlError'

  /** One of another copy of this package is one too: of ES modules beside CommonJS, or of the realm outside of Jest's. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && 'name' in value && value.name === 'ControlError'
  }

  /** Stable, for programs: the code of the answer or one of those above. */
  readonly code: string
  /** HTTP status, null when there was no answer. */
  readonly status: number | null
  /** Every bad field of a refused request. */
  readonly details: readonly ErrorDetail[]
  /** `X-Request-Id` of the answer, to find it in the log. */
  readonly requestId: string | null
  /** What the sandbox said, for people, without the call and the fields; null when it did not answer in its form. */
  readonly reason: string | null

  constructor(
    code: string,
    message: string,
    facts: ControlErrorFacts = { status: null },
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
    this.status = facts.status
    this.details = facts.details ?? []
    this.requestId = facts.requestId ?? null
    this.reason = facts.reason ?? null
  }
}
