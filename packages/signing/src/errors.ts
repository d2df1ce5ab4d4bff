/** Stable codes of {@link SigningError}. The codes are the contract; messages may change. */
export type SigningErrorCode =
  | 'no_secret'
  | 'empty_secret'
  | 'invalid_secret'
  | 'invalid_body'
  | 'body_consumed'
  | 'invalid_header'
  | 'invalid_option'
  | 'webcrypto_unavailable'

/**
 * A mistake of the program that calls this library: a secret that is not set, a body that is already parsed.
 * Nothing that a stranger can send causes one; no message carries a secret or a signature.
 */
export class SigningError extends Error {
  override name = 'SigningError'
  /** Stable, for programs. */
  readonly code: SigningErrorCode

  constructor(code: SigningErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** `no_secret`, `empty_secret`, `invalid_secret`: there is nothing to sign or verify with. */
export class SecretError extends SigningError {
  override name = 'SecretError'
}

/** `invalid_body`, `body_consumed`: the bytes that were signed are not at hand. */
export class BodyError extends SigningError {
  override name = 'BodyError'
}

/** `invalid_header`: an id, event name or prefix that cannot stand in an HTTP header. */
export class HeaderError extends SigningError {
  override name = 'HeaderError'
}
