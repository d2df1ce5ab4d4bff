import type { Channel, Storage } from '../storage/storage.ts'

export interface NotifiedCacheOptions {
  storage: Pick<Storage, 'listen' | 'hearsOthers'>
  /** What changes of the rows behind it are announced on. */
  channel: Channel
  /** Values that are held; beyond it, the oldest goes. @default 10,000 */
  max?: number | undefined
}

/** Values of the database in memory, dropped as soon as any of them may have changed. */
export interface NotifiedCache<Value> {
  /** The value, where it is held and certainly still true. */
  get(key: string): Value | undefined
  /** Looks a value up, and holds it. What does not exist is not held: it may come to exist without a notice. */
  load(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined>
}

export function createNotifiedCache<Value>(options: NotifiedCacheOptions): NotifiedCache<Value> {
  const { storage, channel, max = 10_000 } = options
  let held = new Map<string, Value>()
  storage.listen(channel, () => {
    // A new map, by which a lookup that began before the change knows that what it has read may be old.
    held = new Map()
  })

  return {
    get: (key) => (held.size > 0 && storage.hearsOthers() ? held.get(key) : undefined),
    async load(key, read) {
      const before = held
      const value = await read()
      if (value === undefined || held !== before) return value
      if (held.size >= max) {
        for (const oldest of held.keys()) {
          held.delete(oldest)
          break
        }
      }
      held.set(key, value)
      return value
    },
  }
}
