import type { WithResponse } from './core/call/answer-info.ts'

/** A call under way: await it for the data, or `.withResponse()` for the data and the answer's status and headers. */
export class ApiPromise<T> extends Promise<T> {
  readonly #answer: () => Promise<WithResponse<T>>

  /** Promises made from this one are ordinary ones. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  /** @internal */
  constructor(answer: () => Promise<WithResponse<T>>) {
    // The state of this promise itself is never used: `then` goes to the call. A list makes its call only when asked.
    super(() => {})
    this.#answer = answer
  }

  /** The data together with status, headers, request id, attempts and idempotency key. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#answer()
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise, and this is how it is one
  override then<R1 = T, R2 = never>(
    onFulfilled?: ((value: T) => R1 | PromiseLike<R1>) | null,
    onRejected?: ((reason: unknown) => R2 | PromiseLike<R2>) | null,
  ): Promise<R1 | R2> {
    // In two steps: where `await` hands in its own functions unwrapped, V8 finds the line that awaits for the error's stack.
    return this.#answer()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected)
  }
}

/** A call that has been made: nobody has to await it for it to be sent. */
export function eager<T>(answer: Promise<WithResponse<T>>): ApiPromise<T> {
  return new ApiPromise(() => answer)
}

/** A function that runs once, when first asked. */
export function once<T>(run: () => T): () => T {
  let result: { value: T } | undefined
  return () => (result ??= { value: run() }).value
}
