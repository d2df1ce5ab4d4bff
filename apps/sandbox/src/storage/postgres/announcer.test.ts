import { describe, expect, it } from 'vitest'
import { createAnnouncer } from './announcer.ts'
import type { Channel } from '../storage.ts'

/** Records what is sent; each sending ends when the test says so. */
function wire() {
  const sent: Channel[][] = []
  const endings: { resolve: () => void; reject: (error: Error) => void }[] = []
  const send = (channels: Channel[]) => {
    sent.push(channels)
    return new Promise<void>((resolve, reject) => void endings.push({ resolve, reject }))
  }
  return {
    sent,
    send,
    end: () => endings.shift()?.resolve(),
    fail: () => endings.shift()?.reject(new Error('lost')),
  }
}

describe('an announcer', () => {
  it('sends one notification for all commits since the last', async () => {
    const { sent, send, end } = wire()
    const announcer = createAnnouncer(send)

    for (let commit = 0; commit < 100; commit++) announcer.tell(['deliveries'])
    expect(sent).toEqual([['deliveries']])
    end()
    await expect.poll(() => sent).toEqual([['deliveries'], ['deliveries']])
    end()
    await announcer.close()
    expect(sent).toHaveLength(2)
  })

  it('sends nothing for a commit without notifications', async () => {
    const { sent, send } = wire()
    const announcer = createAnnouncer(send)

    announcer.tell([])
    await announcer.close()

    expect(sent).toEqual([])
  })

  it('tries again what could not be sent', async () => {
    const { sent, send, end, fail } = wire()
    const announcer = createAnnouncer(send, undefined, 0)

    announcer.tell(['deliveries'])
    fail()
    await expect.poll(() => sent).toHaveLength(2)
    end()
    await announcer.close()

    expect(sent).toEqual([['deliveries'], ['deliveries']])
  })

  it('gives up when it is closed', async () => {
    const { sent, send, fail } = wire()
    const announcer = createAnnouncer(send, undefined, 0)

    announcer.tell(['deliveries'])
    const closing = announcer.close()
    fail()
    await closing
    announcer.tell(['deliveries'])

    expect(sent).toHaveLength(1)
  })
})
