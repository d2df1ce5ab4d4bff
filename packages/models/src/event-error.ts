import type { ErrorDetail } from './error-body.ts'
import { ModelsError } from './errors.ts'

/** Thrown by `parseEvent` when the value is not an event; `details` names every bad field. */
export class EventError extends ModelsError<'invalid_event'> {
  override readonly name = 'EventError'
  /** Every bad field, as in an error answer of the service. */
  readonly details: readonly ErrorDetail[]

  constructor(details: readonly ErrorDetail[], options?: ErrorOptions) {
    const reasons = details.map(({ path, message }) => `${path || 'the event'} ${message}`)
    super('invalid_event', `Not an event of the service (spec 6): ${reasons.join('; ')}.`, options)
    this.details = details
  }
}
