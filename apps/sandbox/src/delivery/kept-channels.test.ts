import { Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import type { Channel } from './channel.ts'
import { createKeptChannels } from './kept-channels.ts'

function newChannel() {
  const socket = new Socket()
  const close = vi.fn<() => void>()
  return { socket, close, connection: { socket } } as unknown as Channel & {
    socket: Socket
    close: typeof close
  }
}

it('of two channels of one receiver, one that the receiver closes leaves the other kept', () => {
  const kept = createKeptChannels(() => 0)
  const [first, second] = [newChannel(), newChannel()]
  kept.keep('r', first)
  kept.keep('r', second)
  second.socket.emit('close')
  expect(kept.take('r')).toBe(first)
  expect(kept.take('r')).toBeUndefined()
})

it('of two channels of one receiver, both are used again, the later one first', () => {
  const kept = createKeptChannels(() => 0)
  const [first, second] = [newChannel(), newChannel()]
  kept.keep('r', first)
  kept.keep('r', second)
  expect([kept.take('r'), kept.take('r'), kept.take('r')]).toEqual([second, first, undefined])
  expect([first, second].map(({ close }) => close.mock.calls.length)).toEqual([0, 0])
})
