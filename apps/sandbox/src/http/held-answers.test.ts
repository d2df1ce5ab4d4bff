import type { FastifyReply, FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { type HeldAnswer, heldAnswer, heldKey } from './held-answers.ts'

/** What the guard does with a request while everything is held. */
function ask(operationId: string, { method = 'GET', propertyId = 'p', isProperty = true, calm = true } = {}) {
  const get = (key: string): HeldAnswer => ({ text: `held: ${key}`, operationId: 'getBooking', route: '/x' })
  const send = vi.fn<(text: string) => void>()
  const reply = { type: () => reply, send } as unknown as FastifyReply
  const request = {
    method,
    url: '/x?page=1',
    call: { operationId, propertyId: isProperty ? propertyId : undefined },
  } as unknown as FastifyRequest
  const guard = heldAnswer({ answers: { get, load: (_key, read) => read() }, atOnce: () => calm })
  void guard(request, reply)
  return send.mock.calls.flat()
}

describe('what is held', () => {
  it('answers repeated reads of bookings, of one property and one address', () => {
    expect(ask('listBookings')).toEqual([`held: ${heldKey('p', '/x?page=1')}`])
    expect(ask('getBooking', { propertyId: 'q' })).toEqual([`held: ${heldKey('q', '/x?page=1')}`])
  })

  it.each([
    ['other operations', 'listPayments', {}],
    ['other methods', 'listBookings', { method: 'HEAD' }],
    ['who has no property', 'listBookings', { isProperty: false }],
    ['where something wants to be asked before', 'listBookings', { calm: false }],
  ])('does not answer %s', (_what, operation, options) => {
    expect(ask(operation, options)).toEqual([])
  })
})
