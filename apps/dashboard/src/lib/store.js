import { useEffect, useState } from 'preact/hooks'

/**
 * A value that lives beside the components: those that `use` it are drawn again when it changes.
 *
 * @template T
 * @param {T} initial
 */
export function createStore(initial) {
  let value = initial
  /** @type {Set<(value: T) => void>} */
  const listeners = new Set()
  return {
    get: () => value,
    /** @param {T} next */
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const heard of listeners) heard(next)
    },
    /** @returns {T} */
    use() {
      const [, seen] = useState(value)
      useEffect(() => {
        /** @param {T} next */
        const heard = (next) => seen(() => next)
        listeners.add(heard)
        // It may have changed between drawing and listening.
        heard(value)
        return () => {
          listeners.delete(heard)
        }
      }, [])
      return value
    },
  }
}
