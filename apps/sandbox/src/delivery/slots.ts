/** Counts attempts under way: over all endpoints, and of each one, so that a hung receiver cannot take every slot. */
export class Slots {
  readonly #concurrency: number
  readonly #perEndpoint: number
  readonly #taken = new Map<string, number>()
  #inUse = 0

  constructor(options: { concurrency: number; perEndpoint: number }) {
    this.#concurrency = options.concurrency
    this.#perEndpoint = options.perEndpoint
  }

  get inUse(): number {
    return this.#inUse
  }

  get free(): number {
    return this.#concurrency - this.#inUse
  }

  /** Slots that this endpoint could take now. */
  freeFor(endpointId: string): number {
    return Math.min(this.free, this.#perEndpoint - (this.#taken.get(endpointId) ?? 0))
  }

  isBusy(endpointId: string): boolean {
    return this.#taken.has(endpointId)
  }

  take(endpointId: string): void {
    this.#inUse += 1
    this.#taken.set(endpointId, (this.#taken.get(endpointId) ?? 0) + 1)
  }

  release(endpointId: string): void {
    this.#inUse -= 1
    const left = (this.#taken.get(endpointId) ?? 0) - 1
    if (left > 0) this.#taken.set(endpointId, left)
    else this.#taken.delete(endpointId)
  }
}
