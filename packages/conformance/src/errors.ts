/** A conformance run that could not begin: `unreachable`, `api_key_refused`, `rate_limited`, `usage`. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError'
  /** Stable, for programs. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
