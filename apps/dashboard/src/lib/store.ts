import { useSyncExternalStore } from 'react'

/** A value that components and plain code share. */
export interface Store<T> {
  get(): T
  set(value: T): void
  /** The value, for what is drawn. */
  use(): T
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (heard: () => void) => {
    listeners.add(heard)
    return () => void listeners.delete(heard)
  }
  const get = () => value
  return {
    get,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const heard of listeners) heard()
    },
    use: () => useSyncExternalStore(subscribe, get),
  }
}
