import type { ErrorDetail } from './error-body.ts'

/**
 * What can be wrong with money: it is no amount, it cannot be converted exactly, or it is too large for the type asked
 * for.
 */
export type MoneyErrorCode = 'invalid_amount' | 'inexact_amount' | 'amount_out_of_range'

/** The base of the errors that this package throws: match on `code`, which is stable, not on the message. */
export class ModelsError<Code extends string = string> extends Error {
  override readonly name: string = 'ModelsError'
  /** Stable, for programs. */
  readonly code: Code

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Thrown by the money functions, with the offending value in the message. */
export class MoneyError extends ModelsError<MoneyErrorCode> {
  override readonly name = 'MoneyError'
}

/** Thrown by `parseEvent` when the value is not an event; `details` names every bad field. */
export class EventError extends ModelsError<'invalid_event'> {
  override readonly name = 'EventError'
  /** Every bad field, as in an error answer of the service. */
  readonly details: readonly ErrorDetail[]

  constructor(details: readonly ErrorDetail[], options?: ErrorOptions) {
    const reasons = details.map(({ path, message }) => `${path || 'the event'} ${message}`)
    super('invalid_event', `Not an event of the service (spec 6): ${reasons.join('; ')}.`, options)
    this.details = details
  }
}
