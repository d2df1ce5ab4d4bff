/** Wakes all callers that wait at this moment. */
export class Signal {
  #waiting: Promise<void> | undefined
  #wake: (() => void) | undefined

  /** Resolves at the next {@link fire}. */
  next(): Promise<void> {
    this.#waiting ??= new Promise((resolve) => {
      this.#wake = resolve
    })
    return this.#waiting
  }

  fire(): void {
    this.#wake?.()
    this.#waiting = undefined
    this.#wake = undefined
  }
}
