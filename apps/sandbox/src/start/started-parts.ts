/**
 * The parts that have been started so far. They are stopped in the reverse order, because a part must not end before
 * the parts that use it. This is `AsyncDisposableStack`, which Node 22 does not have.
 */
export class StartedParts {
  readonly #stops: (() => unknown)[] = []
  #stopped: Promise<void> | undefined

  /** Adds a part, with the function that stops it. */
  add<Part>(part: Part, stop: (part: Part) => unknown): Part {
    this.#stops.push(() => stop(part))
    return part
  }

  /**
   * Stops every part, also when one of them cannot stop. Safe to call again.
   *
   * @throws what a part threw; an AggregateError where several did
   */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stopAll())
  }

  async #stopAll(): Promise<void> {
    const errors: unknown[] = []
    for (const stop of this.#stops.toReversed()) {
      try {
        await stop()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 1) throw new AggregateError(errors, 'Several parts of the sandbox could not stop.')
    if (errors.length === 1) throw errors[0]
  }
}
