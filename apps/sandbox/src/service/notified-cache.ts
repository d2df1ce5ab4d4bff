import type { Channel, Storage } from '../storage/storage.ts'

export interface NotifiedCacheOptions<Value> {
  storage: Pick<Storage, 'listen' | 'hearsOthers'>
  /** What changes of the rows behind it are announced on. */
  channel: Channel
  /** What all values that are held may weigh; beyond it, the oldest go. @default 10,000 */
  max?: number | undefined
  /** What a value weighs. @default 1 */
  weigh?: ((value: Value) => number) | undefined
  /** Milliseconds within which a change by another process on an SQLite file shows. @default those of the storage */
  withinMs?: number | undefined
}

/** Values of the database in memory, dropped as soon as any of them may have changed. */
export interface NotifiedCache<Value> {
  /** The value, where it is held and certainly still true. */
  get(key: string): Value | undefined
  /** Looks a value up, and holds it. What does not exist is not held: it may come to exist without a notice. */
  load(key: string, read: () => Promise<Value | undefined>): Promise<Value | undefined>
}

export function createNotifiedCache<Value>(options: NotifiedCacheOptions<Value>): NotifiedCache<Value> {
  const { storage, channel, max = 10_000, weigh = () => 1, withinMs } = options
  let held = new Map<string, Value>()
  let weight = 0
  storage.listen(channel, () => {
    // A new map, by which a lookup that began before the change knows that what it has read may be old.
    held = new Map()
    weight = 0
  })

  function hold(key: string, value: Value): void {
    const before = held.get(key)
    if (before !== undefined) {
      weight -= weigh(before)
      held.delete(key)
    }
    weight += weigh(value)
    held.set(key, value)
    for (const [oldest, old] of held) {
      if (weight <= max) break
      held.delete(oldest)
      weight -= weigh(old)
    }
  }

  return {
    get(key) {
      if (held.size === 0 || !storage.hearsOthers(withinMs)) return undefined
      const value = held.get(key)
      // Where there is room for twice as much, nothing has to go soon: order costs a tenth of a microsecond a look.
      if (value !== undefined && weight * 2 > max) {
        held.delete(key)
        held.set(key, value)
      }
      return value
    },
    async load(key, read) {
      const before = held
      const value = await read()
      if (value !== undefined && held === before) hold(key, value)
      return value
    },
  }
}
