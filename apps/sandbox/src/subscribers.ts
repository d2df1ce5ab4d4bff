/** The listeners of something that happens here. */
export interface Subscribers<Args extends unknown[]> {
  /**
   * Returns a function that stops listening. A function that is added twice is called twice and removed once at a time.
   */
  add(heard: (...args: Args) => void): () => void
  /** Calls every listener, in the order in which they were added. */
  tell(...args: Args): void
  clear(): void
  readonly size: number
}

/**
 * The one list of subscribers: of the database's channels, the clock and the request log.
 * @param failed gets the error of a subscriber that throws; the others are still called. @default the error is thrown
 */
export function createSubscribers<Args extends unknown[]>(
  failed?: (error: unknown) => void,
): Subscribers<Args> {
  const all = new Set<(...args: Args) => void>()
  return {
    add(heard) {
      const own = (...args: Args) => heard(...args)
      all.add(own)
      return () => void all.delete(own)
    },
    tell(...args) {
      for (const heard of all) {
        try {
          heard(...args)
        } catch (error) {
          if (!failed) throw error
          failed(error)
        }
      }
    },
    clear: () => all.clear(),
    get size() {
      return all.size
    },
  }
}
