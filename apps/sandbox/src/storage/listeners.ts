import { createSubscribers, type Subscribers } from '../subscribers.ts'
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
  const channels = new Map<Channel, Subscribers<[]>>()

  return {
    add(channel, heard) {
      const listeners = channels.get(channel) ?? createSubscribers((error) => failed(error, channel))
      channels.set(channel, listeners)
      return listeners.add(heard)
    },
    tell: (channel) => channels.get(channel)?.tell(),
    tellAll() {
      for (const listeners of channels.values()) listeners.tell()
    },
    clear: () => channels.clear(),
  }
}
