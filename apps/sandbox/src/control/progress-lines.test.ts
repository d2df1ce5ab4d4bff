import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { progressLines } from './progress-lines.ts'

describe('lines of progress', () => {
  it('come as they are said, with the result as the last one', async () => {
    const stream = progressLines<object>((say) => {
      say({ done: 1 })
      say({ done: 2 })
      return Promise.resolve({ all: 2 })
    })
    expect(await text(stream)).toBe('{"done":1}\n{"done":2}\n{"all":2}\n')
  })

  it('end with why it failed', async () => {
    const stream = progressLines<object>(() => Promise.reject(new Error('no room')))
    expect(await text(stream)).toBe('{"error":"no room"}\n')
  })

  it('stop the work of who has gone', async () => {
    const wait = Promise.withResolvers<void>()
    const caught: unknown[] = []
    let working: Promise<object> | undefined
    const stream = progressLines<object>((say, check) => {
      async function work() {
        say({ done: 1 })
        await wait.promise
        for (const step of [check, () => say({ done: 2 })]) {
          try {
            step()
          } catch (error) {
            caught.push(error)
          }
        }
        return { all: 2 }
      }
      return (working = work())
    })
    stream.destroy()
    wait.resolve()
    await working
    const gone = expect.objectContaining({ message: 'The caller has gone.' })
    expect(caught).toEqual([gone, gone])
  })
})
