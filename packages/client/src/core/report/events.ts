import type { OperationId } from '@svc/models'

/** What hooks and channels are told about one attempt. Never the API key, never an id in a name. */
export interface RequestEvent {
  /** Number of the call in this process: the same for all its attempts. */
  readonly call: number
  /** 1 for the first attempt. */
  readonly attempt: number
  /** Name of the operation: `createPayment`. */
  readonly operation: OperationId
  /** HTTP method: `POST`. */
  readonly method: string
  /** Path template: `/api/v1/client/payments/{paymentId}`. */
  readonly route: string
  /** Scheme, host and port. */
  readonly origin: string
  /** The `Idempotency-Key` of the call (UUID); undefined for calls without one. */
  readonly idempotencyKey: string | undefined
  /**
   * Headers that the caller added. Put `traceparent` and its like in here while the event is handled; a header that is
   * the client's own or malformed is left out, with a warning.
   */
  readonly headers: Record<string, string>
}

/** An attempt was answered, with whatever status. */
export interface ResponseEvent extends RequestEvent {
  /** HTTP status: 201. */
  readonly status: number
  /** `X-Request-Id` of the answer; undefined: it had none. */
  readonly requestId: string | undefined
  /** The answer was the stored one of an earlier attempt under the same key. */
  readonly replayed: boolean
  /** From the request to the end of the body, in milliseconds. */
  readonly durationMs: number
}

/** An attempt ended without a usable answer: no connection, a time limit, an abort, a 2xx that breaks the contract. */
export interface ErrorEvent extends RequestEvent {
  /** An `SvcError`, or the caller's `signal.reason`. */
  readonly error: unknown
  /** Milliseconds of real time since the call: 153. */
  readonly durationMs: number
}

/** Another attempt is planned. */
export interface RetryEvent extends RequestEvent {
  /** Why: the error that the call would have failed with. */
  readonly error: Error
  /** Wait before the next attempt, in milliseconds. */
  readonly delayMs: number
}

/**
 * Called while a call runs, never waited for. A hook that throws or rejects does not break the call; the process gets
 * a warning (`SVC_CLIENT_HOOK`), once a hook, instead.
 */
export interface Hooks {
  /** Before each attempt is sent. */
  onRequest?: ((event: RequestEvent) => unknown) | undefined
  /** After each answer, also 4xx and 5xx. */
  onResponse?: ((event: ResponseEvent) => unknown) | undefined
  /** Before each wait for another attempt. */
  onRetry?: ((event: RetryEvent) => unknown) | undefined
}
