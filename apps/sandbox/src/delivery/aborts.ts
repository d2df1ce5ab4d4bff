/** Who wants to hear of signals that end many things at once. */
export interface Aborts {
  /** Calls back once when the signal fires. Returns what takes it back. */
  add(signal: AbortSignal, ended: () => void): () => void
}

const nothing = () => {}

/**
 * One listener for each signal, however many attempts listen to it: a listener for each attempt was 1 % of a delivery.
 */
export function createAborts(): Aborts {
  const listening = new WeakMap<AbortSignal, Set<() => void>>()
  return {
    add(signal, ended) {
      if (signal.aborted) return nothing
      let heard = listening.get(signal)
      if (!heard) {
        const all = (heard = new Set())
        listening.set(signal, all)
        signal.addEventListener(
          'abort',
          () => {
            for (const one of all) one()
          },
          { once: true },
        )
      }
      heard.add(ended)
      return () => heard.delete(ended)
    },
  }
}
