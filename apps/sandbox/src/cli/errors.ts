/** An error of a command for the person who typed it: one message, no stack. */
export class CliError extends Error {
  override readonly name = 'CliError'
  /** Stable, for programs. */
  readonly code: 'usage' | 'no_sandbox' | 'file' | 'failed'
  /** What the command line ends with. */
  readonly exitCode: number

  constructor(
    code: CliError['code'],
    message: string,
    { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {},
  ) {
    super(message, options)
    this.code = code
    this.exitCode = exitCode
  }
}
