/** What every error knows of the call that failed. */
export interface SvcErrorInit {
  /** Stable; match on it or on the class, not on the message. */
  code: string
  /** HTTP method of the call: `POST`. */
  method?: string | undefined
  /** Path template: `/api/v1/client/payments/{paymentId}`. */
  route?: string | undefined
  /** Attempts that were made: 3. */
  attempts?: number | undefined
  /** The `Idempotency-Key` of the call (UUID); undefined for calls without one. */
  idempotencyKey?: string | undefined
  /** Whether the call may have had its effect all the same. */
  ambiguous?: boolean | undefined
  /** Whether a later call may succeed. */
  retryable?: boolean | undefined
  /** Milliseconds that the server asks to wait: 5000; undefined: it did not say. */
  retryAfterMs?: number | undefined
  /** The error behind it. */
  cause?: unknown
}

/** What the errors of every copy of this package have. */
const ours = Symbol.for('@svc/client/error')

function prototypesOf(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  const above = Object.getPrototypeOf(value) as object | null
  return above ? [above, ...prototypesOf(above)] : []
}

/** The base of all errors of this client. An aborted call alone rejects with something else: `signal.reason`. */
export class SvcError extends Error {
  static {
    this.prototype.name = 'SvcError'
    Reflect.set(this.prototype, ours, true)
  }

  /**
   * Whether a value is an error of this class, also when another copy of this package made it: the ES module beside the
   * CommonJS one, or another version. A worker that asks `instanceof SvcError` must not take a payment's failure for a stranger's.
   *
   * @internal
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    const own: object = this.prototype
    // A class of the caller's own that extends one of these has no copies.
    const name = Object.hasOwn(own, 'name') && String(Reflect.get(own, 'name'))
    const isCopy = (other: object) =>
      ours in other && Object.hasOwn(other, 'name') && Reflect.get(other, 'name') === name
    return prototypesOf(value).some((each) => each === own || isCopy(each))
  }

  /** Stable code: the service's own for an {@link ApiError}, this client's for the others. */
  readonly code: string
  /** HTTP method of the call; undefined for a mistake in the client's options. */
  readonly method: string | undefined
  /** Path template of the call, never the id. */
  readonly route: string | undefined
  /** Tries made, 0 for a call that was refused before sending. */
  readonly attempts: number
  /**
   * The key under which a POST or PATCH was sent. Keep it with the job: sending the same payload under it again, from
   * this process or another, within 24 hours, completes the operation and never doubles it.
   */
  readonly idempotencyKey: string | undefined
  /**
   * Whether the operation may have taken effect although the call failed. Never true for reads. When true, resume with
   * `idempotencyKey`, or look before doing it again.
   */
  readonly ambiguous: boolean
  /**
   * Whether the same call may succeed later, with nothing changed: what a queue goes by. When false, a person or another
   * request is needed, however often it is tried.
   */
  readonly retryable: boolean
  /** Milliseconds that the service asked to wait (`Retry-After`). */
  readonly retryAfterMs: number | undefined

  constructor(message: string, init: SvcErrorInit) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause })
    this.code = init.code
    this.method = init.method
    this.route = init.route
    this.attempts = init.attempts ?? 0
    this.idempotencyKey = init.idempotencyKey
    this.ambiguous = init.ambiguous ?? false
    this.retryable = init.retryable ?? false
    this.retryAfterMs = init.retryAfterMs
  }

  /** What a log line needs: no headers, no stack, no cause. */
  toJSON(): Record<string, unknown> {
    const {
      name,
      message,
      code,
      method,
      route,
      attempts,
      idempotencyKey,
      ambiguous,
      retryable,
      retryAfterMs,
    } = this
    return {
      name,
      message,
      code,
      method,
      route,
      attempts,
      idempotencyKey,
      ambiguous,
      retryable,
      retryAfterMs,
    }
  }
}
