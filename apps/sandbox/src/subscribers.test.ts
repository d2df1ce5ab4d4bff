import { describe, expect, it } from 'vitest'
import { createSubscribers } from './subscribers.ts'

describe('createSubscribers', () => {
  it('tells everybody in order, one added twice twice, until each is removed', () => {
    const heard: string[] = []
    const { add, tell } = createSubscribers<[string]>()
    const same = (what: string) => heard.push(`a ${what}`)
    const stop = add(same)
    add(same)
    add((what) => heard.push(`b ${what}`))

    tell('1')
    stop()
    stop()
    tell('2')

    expect(heard).toEqual(['a 1', 'a 1', 'b 1', 'a 2', 'b 2'])
  })

  it('keeps telling the others when one throws', () => {
    const failures: unknown[] = []
    const heard: number[] = []
    const subscribers = createSubscribers<[]>((error) => failures.push(error))
    subscribers.add(() => {
      throw new Error('broken')
    })
    subscribers.add(() => heard.push(1))

    subscribers.tell()
    subscribers.clear()
    subscribers.tell()

    expect([heard, failures]).toEqual([[1], [new Error('broken')]])
  })

  it('throws what a subscriber throws where nobody hears of failures', () => {
    const subscribers = createSubscribers<[]>()
    subscribers.add(() => {
      throw new Error('broken')
    })

    expect(() => subscribers.tell()).toThrow('broken')
  })
})
