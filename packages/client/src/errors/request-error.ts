import type { ErrorDetail } from '@svc/models'
import { SvcError, type SvcErrorInit } from './svc-error.ts'

/**
 * Refused by the client before anything was sent: a field, an id, an option is wrong (`invalid_request`,
 * `invalid_option`), the client is closed (`client_closed`), or it runs in a browser (`browser`).
 */
export class RequestError extends SvcError {
  static {
    this.prototype.name = 'RequestError'
  }

  /** What was wrong, each with its path: `amount`, `options.idempotencyKey`. */
  readonly details: readonly ErrorDetail[]

  constructor(message: string, init: SvcErrorInit & { details?: readonly ErrorDetail[] }) {
    super(message, init)
    this.details = init.details ?? []
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), details: this.details }
  }
}

/** `amount must be …; type is required …`: all that was wrong, in one line. */
export function listDetails(details: readonly ErrorDetail[]): string {
  return details.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ')
}

/** Ends a text that does not end by itself. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)
