/** Stable codes of {@link ConformanceError}. The codes are the contract; messages may change. */
export type ConformanceErrorCode =
  | 'unreachable'
  | 'api_key_refused'
  | 'rate_limited'
  | 'invalid_option'
  | 'bad_url'
  | 'unknown_row'
  | 'no_sandbox'
  | 'no_inbox'
  | 'interrupted'

/**
 * A run without a result: no server answers, it refuses the API key, its rate limit does not end, the options do not fit
 * it, or the run was stopped.
 */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'
  /** Stable, for programs. */
  readonly code: ConformanceErrorCode

  constructor(code: ConformanceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
