/** The base of the errors that this package throws: match on `code`, which is stable, not on the message. */
export class TestingError extends Error {
  override readonly name: string = 'TestingError'
  /** Stable, for programs. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** {@link Inbox.next} timed out. The message says what did arrive. */
export class InboxTimeoutError extends TestingError {
  override readonly name = 'InboxTimeoutError'

  constructor(message: string) {
    super('inbox_timeout', message)
  }
}

/** A call to an inbox that is closed. */
export class InboxClosedError extends TestingError {
  override readonly name = 'InboxClosedError'

  constructor(message: string) {
    super('inbox_closed', message)
  }
}
