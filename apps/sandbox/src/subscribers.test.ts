import { describe, expect, it } from 'vitest'
import { createSubscribers } from './subscribers.ts'

describe('createSubscribers', () => {
  it('calls every listener in order until it is removed; one that is added twice is called twice', () => {
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

  it('calls the others when one throws', () => {
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

  it('throws the error of a subscriber when there is no handler for it', () => {
    const subscribers = createSubscribers<[]>()
    subscribers.add(() => {
      throw new Error('broken')
    })

    expect(() => subscribers.tell()).toThrow('broken')
  })
})
