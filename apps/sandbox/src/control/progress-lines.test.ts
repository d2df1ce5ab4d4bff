import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { progressLines } from './progress-lines.ts'

const onFailure = (error: unknown) => ({ error: String(error) })

describe('lines of progress', () => {
  it('come as they are said, with the result as the last one', async () => {
    const stream = progressLines<object>((say) => {
      say({ done: 1 })
      say({ done: 2 })
      return Promise.resolve({ all: 2 })
    }, onFailure)
    expect(await text(stream)).toBe('{"done":1}\n{"done":2}\n{"all":2}\n')
  })

  it('end with why it failed', async () => {
    const stream = progressLines<object>(() => Promise.reject(new Error('no room')), onFailure)
    expect(await text(stream)).toBe('{"error":"Error: no room"}\n')
  })

  it('stop the work of who has gone', async () => {
    let go = () => {}
    let end: unknown
    const wait = new Promise<void>((resolve) => (go = resolve))
    const over = new Promise<void>((resolve) => {
      const stream = progressLines<object>(
        async (say) => {
          say({ done: 1 })
          await wait
          say({ done: 2 })
          return { all: 2 }
        },
        (error) => {
          end = error
          resolve()
          return {}
        },
      )
      stream.destroy()
    })
    go()
    await over
    expect(end).toMatchObject({ message: 'The caller has gone.' })
  })
})
