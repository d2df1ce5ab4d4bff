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
