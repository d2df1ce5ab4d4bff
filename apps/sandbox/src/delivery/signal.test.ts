import { describe, expect, it } from 'vitest'
import { Signal } from './signal.ts'

describe('a signal', () => {
  it('wakes all that wait, once', async () => {
    const signal = new Signal()
    const woken: string[] = []
    const first = signal.next().then(() => woken.push('first'))
    const second = signal.next().then(() => woken.push('second'))
    expect(woken).toEqual([])
    signal.fire()
    await Promise.all([first, second])
    const third = signal.next().then(() => woken.push('third'))
    await Promise.resolve()
    expect(woken).toEqual(['first', 'second'])
    signal.fire()
    await third
    expect(woken).toEqual(['first', 'second', 'third'])
  })

  it('is not kept for those who come later', async () => {
    const signal = new Signal()
    signal.fire()
    let woken = false
    void signal.next().then(() => (woken = true))
    await Promise.resolve()
    expect(woken).toBe(false)
  })
})
