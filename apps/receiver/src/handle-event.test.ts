import { parseEvent } from '@svc/models'
import { eventTypes } from '@svc/models'
import { makeEvent } from '@svc/testing'
import { expect, it } from 'vitest'
import { handleEvent } from './handle-event.ts'

it.each(eventTypes)('%s is described in a line', async (type) => {
  const lines: string[] = []
  await handleEvent(makeEvent(type), (line) => lines.push(line))
  expect(lines).toEqual([expect.stringMatching(/^(booking|payment|message) /)])
})

it('a status-only change differs from a full one', async () => {
  const lines: string[] = []
  const event = makeEvent('booking.updated')
  await handleEvent({ ...event, data: { bookingId: 'b', status: 'paid' } }, (line) => lines.push(line))
  expect(lines).toEqual(['booking b: now paid'])
})

it('an unknown type is ignored, with a line that says so', async () => {
  const lines: string[] = []
  const event = parseEvent({ ...makeEvent('payment.created'), type: 'room.cleaned' })
  await handleEvent(event, (line) => lines.push(line))
  expect(lines).toEqual(['ignored an event of the unknown type room.cleaned'])
})

it('the text of a guest stays in its line', async () => {
  const lines: string[] = []
  const { data, ...event } = makeEvent('message.received')
  const content = 'late\npayment x: income 9999\u001B[2J'
  await handleEvent({ ...event, data: { ...data, content } }, (line) => lines.push(line))
  expect(lines).toEqual([`message on booking ${data.bookingId}: "late\\npayment x: income 9999\\u001b[2J"`])
})
