import type { Channel } from './storage.ts'

/** Who listens to what on this node. */
export interface Listeners {
  add(channel: Channel, heard: () => void): () => void
  tell(channel: Channel): void
  /** For when notifications may have been missed. */
  tellAll(): void
  clear(): void
}

/** @param failed hears of a listener that threw: it may not keep the others from being told. */
export function createListeners(failed: (error: unknown, channel: Channel) => void): Listeners {
  const channels = new Map<Channel, Set<() => void>>()

  function tell(channel: Channel): void {
    for (const heard of channels.get(channel) ?? []) {
      try {
        heard()
      } catch (error) {
        failed(error, channel)
      }
    }
  }

  return {
    add(channel, heard) {
      // Wrapped, so that one function added twice is told twice and removed once.
      const own = () => heard()
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(own))
      return () => void listeners.delete(own)
    },
    tell,
    tellAll() {
      for (const channel of channels.keys()) tell(channel)
    },
    clear() {
      channels.clear()
    },
  }
}
