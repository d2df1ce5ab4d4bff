import { describe, expect, it } from 'vitest'
import { createNotifiedCache } from './notified-cache.ts'

/** A cache over a table of one row, whose reads wait until they are told to answer. */
function openCache(options: { max?: number; weigh?: (value: string) => number } = {}) {
  let changed = () => {}
  const state = { hears: true, reads: 0 }
  const storage = {
    listen: (_channel: string, heard: () => void) => {
      changed = heard
      return () => {}
    },
    hearsOthers: () => state.hears,
  }
  const cache = createNotifiedCache<string>({ storage, channel: 'access', ...options })
  return {
    cache,
    state,
    change: () => changed(),
    look: (key: string, value: string | undefined = `${key}!`) => {
      const held = cache.get(key)
      if (held !== undefined) return held
      state.reads += 1
      return cache.load(key, () => Promise.resolve(value))
    },
  }
}

describe('a notified cache', () => {
  it('looks a value up once', async () => {
    const { look, state } = openCache()
    expect([await look('a'), look('a'), state.reads]).toEqual(['a!', 'a!', 1])
  })

  it('holds nothing of what does not exist', async () => {
    const { look, state } = openCache()
    await look('a', undefined)
    expect(state.reads).toBe(1)
  })

  it('forgets everything with a change', async () => {
    const { look, change, cache } = openCache()
    await look('a')
    change()
    expect(cache.get('a')).toBeUndefined()
  })

  it('does not hold what was read before a change that it hears of while reading', async () => {
    const { cache, change } = openCache()
    const { promise, resolve } = Promise.withResolvers<string>()
    const loading = cache.load('a', () => promise)
    change()
    resolve('old')
    expect(await loading).toBe('old')
    expect(cache.get('a')).toBeUndefined()
  })

  it('answers nothing while changes of other nodes may go unheard', async () => {
    const { look, cache, state } = openCache()
    await look('a')
    state.hears = false
    expect(cache.get('a')).toBeUndefined()
    state.hears = true
    expect(cache.get('a')).toBe('a!')
  })

  it('is bounded: the oldest goes', async () => {
    const { look, cache } = openCache({ max: 2 })
    for (const key of ['a', 'b', 'c']) await look(key)
    expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([undefined, 'b!', 'c!'])
  })

  it('holds ten thousand where nothing else is said', async () => {
    const { look, cache } = openCache()
    for (let key = 0; key < 10_000; key += 1) await look(`${key}`)
    // Asked for, it goes last.
    expect(cache.get('0')).toBe('0!')
    await look('one more')
    expect(['0', '1', '2'].map((key) => cache.get(key))).toEqual(['0!', undefined, '2!'])
  })

  it('is bounded by weight: what nobody has asked for goes first', async () => {
    const { look, cache } = openCache({ max: 10, weigh: (value) => value.length })
    for (const key of ['aaa', 'bbb', 'aaa', 'ccc']) await look(key)
    expect(['aaa', 'bbb', 'ccc'].map((key) => cache.get(key))).toEqual(['aaa!', undefined, 'ccc!'])
    await look('d', 'longer than all')
    expect(cache.get('d')).toBeUndefined()
  })

  it('weighs a value once that was looked up twice at the same time', async () => {
    const { cache } = openCache({ max: 5, weigh: (value) => value.length })
    const load = (key: string) => cache.load(key, () => Promise.resolve(key))
    await Promise.all([load('aa'), load('aa'), load('bb')])
    expect([cache.get('aa'), cache.get('bb')]).toEqual(['aa', 'bb'])
  })
})
