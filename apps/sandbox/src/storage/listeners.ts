import { createSubscribers, type Subscribers } from '../subscribers.ts'
import type { Channel } from './storage.ts'

/** The listeners of this node, by channel. */
export interface Listeners {
  add(channel: Channel, heard: (from?: object) => void): () => void
  tell(channel: Channel, from?: object): void
  /** For when notifications may have been missed. */
  tellAll(): void
  clear(): void
}

/** @param failed called with the error of a listener that throws; the other listeners are still called. */
export function createListeners(failed: (error: unknown, channel: Channel) => void): Listeners {
  const channels = new Map<Channel, Subscribers<[from?: object]>>()

  return {
    add(channel, heard) {
      const listeners =
        channels.get(channel) ?? createSubscribers<[from?: object]>((error) => failed(error, channel))
      channels.set(channel, listeners)
      return listeners.add(heard)
    },
    tell: (channel, from) => channels.get(channel)?.tell(from),
    tellAll() {
      for (const listeners of channels.values()) listeners.tell()
    },
    clear: () => channels.clear(),
  }
}
