import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { expect, it, vi } from 'vitest'
import { lingerAfter } from './linger.ts'

function newRequest(state: { complete?: boolean; destroyed?: boolean }) {
  const socket = new Socket()
  const raw = Object.assign(new IncomingMessage(socket), { complete: state.complete ?? false })
  if (state.destroyed) socket.destroy()
  const closeSoon = vi.fn<() => void>()
  socket.destroySoon = closeSoon
  lingerAfter({ raw } as unknown as FastifyRequest)
  return { socket, raw, closeSoon }
}

it.each([{ complete: true }, { destroyed: true }])('a connection that is %o closes as ever', (state) => {
  const { socket, closeSoon } = newRequest(state)
  socket.destroySoon()
  expect(closeSoon).toHaveBeenCalled()
})

it('a connection whose caller still sends is ended and read from, and not closed at once', () => {
  const { socket, raw, closeSoon } = newRequest({})
  const [end, resume] = [vi.spyOn(socket, 'end'), vi.spyOn(raw, 'resume')]
  socket.destroySoon()
  expect([closeSoon, end, resume].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 1])
  expect(socket.destroyed).toBe(false)
  socket.destroy()
})
