/** An error of a command for the person who typed it: one message, no stack. */
export class CliError extends Error {
  override readonly name = 'CliError'
  /** Stable, for programs. */
  readonly code: 'usage' | 'no_sandbox' | 'file' | 'failed'

  constructor(code: CliError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
