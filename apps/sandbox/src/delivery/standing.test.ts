import { describe, expect, it } from 'vitest'
import { Standing, usualWindow } from './standing.ts'

/** An endpoint whose attempts ended like this: `o` in time, `x` with all of its time taken. */
function after(ends: string, window = 1): Standing {
  const standing = new Standing(window)
  for (const end of ends) standing.ended(end === 'x')
  return standing
}

describe('the standing of an endpoint', () => {
  it('grows by one attempt for each that ends in time, up to the usual window', () => {
    expect(after('ooo').window).toBe(4)
    expect(after('o'.repeat(20)).window).toBe(usualWindow)
  })

  it('is hung after three in a row that took all of their time, and recovers with the first in time', () => {
    expect(after('xxoxx').name).toBe('new')
    expect(after('oxxx')).toMatchObject({ name: 'hung', window: 1 })
    expect(after('xxxo')).toMatchObject({ name: 'recovering', window: 2 })
    // Once is enough then.
    expect(after('xxxox')).toMatchObject({ name: 'hung', window: 1 })
  })

  it('is steady when nothing waits any more, once it has answered', () => {
    const names = ['', 'o', 'oxxx', 'xxxo'].map((ends) => {
      const standing = after(ends)
      standing.drained()
      return standing.name
    })
    expect(names).toEqual(['new', 'steady', 'hung', 'steady'])
  })

  describe('what is late', () => {
    const full = 'o'.repeat(usualWindow)

    it('doubles the window of who answers, every 50 ms while it is steady', () => {
      const standing = after(full)
      standing.drained()
      standing.late(250, 1_000)
      expect(standing.window).toBe(2 * usualWindow)
      standing.late(250, 1_049)
      expect(standing.window).toBe(2 * usualWindow)
      standing.late(250, 1_050)
      expect(standing.window).toBe(4 * usualWindow)
      standing.drained()
      expect(standing.window).toBe(usualWindow)
    })

    it('doubles it every second while a backlog is worked off', () => {
      const standing = after(`xxx${full}`)
      standing.late(250, 1_000)
      standing.late(250, 1_999)
      expect(standing.window).toBe(2 * usualWindow)
      standing.late(250, 2_000)
      expect(standing.window).toBe(4 * usualWindow)
    })

    it('changes nothing for who has not answered, is not there yet, or waits less than a quarter of a second', () => {
      const silent = after('', usualWindow)
      silent.late(250, 1_000)
      expect(silent.window).toBe(usualWindow)
      const small = after('o')
      small.late(250, 1_000)
      expect(small.window).toBe(2)
      const quick = after(full)
      quick.late(249, 1_000)
      expect(quick.window).toBe(usualWindow)
    })
  })
})
