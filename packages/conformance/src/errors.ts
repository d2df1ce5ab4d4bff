/** Stable codes of {@link ConformanceError}. The codes are the contract; messages may change. */
export type ConformanceErrorCode = 'unreachable' | 'api_key_refused' | 'rate_limited' | 'invalid_option'

/** A run without a result: no server answers, it refuses the API key, or its rate limit does not end. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'
  /** Stable, for programs. */
  readonly code: ConformanceErrorCode

  constructor(code: ConformanceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
