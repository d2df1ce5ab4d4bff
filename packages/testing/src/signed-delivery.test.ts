import { eventTypes } from '@svc/models'
import { readDeliveryHeaders, verify } from '@svc/signing'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeEvent, signedDelivery } from './index.ts'

it('is what a receiver accepts, and not under another secret', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...eventTypes),
      fc.integer(),
      fc.string({ minLength: 1 }),
      (type, seed, secret) => {
        const event = makeEvent(type, {}, { seed })
        const { headers, body } = signedDelivery(event, { secret })
        const { id, type: name, signature } = readDeliveryHeaders(headers)
        expect({ id, name }).toEqual({ id: event.id, name: type })
        expect(JSON.parse(body)).toEqual(event)
        expect(verify(body, signature, secret)).toBe(true)
        expect(verify(body, signature, `${secret}!`)).toBe(false)
        expect(headers['Content-Type']).toBe('application/json')
      },
    ),
  )
})

it('takes the header prefix of another service', () => {
  const { headers } = signedDelivery(makeEvent('booking.created'), { secret: 's', prefix: 'X-Hub' })
  expect(headers['X-Hub-Signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
})

it.each([
  ['no event', undefined, { secret: 's' }, 'must have an id and a type'],
  ['the data of an event', { amount: '1' }, { secret: 's' }, 'must have an id and a type'],
  ['no secret', makeEvent('booking.created'), undefined, 'signedDelivery(event, { secret })'],
  ['the secret alone', makeEvent('booking.created'), 's', 'options must be an object'],
])('%s is told as that', (_name, event, options, words) => {
  expect(() => signedDelivery(event as never, options as never)).toThrow(
    expect.objectContaining({ code: 'invalid_option', message: expect.stringContaining(words) }),
  )
})
