/** Why a sandbox did not start. Stable, for programs. */
export type StartErrorCode =
  | 'insecure_http'
  | 'address_in_use'
  | 'address_unusable'
  | 'database_in_use'
  | 'invalid_option'

/** The sandbox cannot start like this; the message says what is wrong and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
  /** Stable, for programs. */
  readonly code: StartErrorCode

  constructor(code: StartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
