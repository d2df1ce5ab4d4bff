import { describe, expect, expectTypeOf, it } from 'vitest'
import { EventError } from './event-error.ts'
import { type EventOf, isKnownEvent, type UnknownEvent, type WebhookEvent } from './event.ts'
import { events } from './openapi/examples.ts'
import { parseEvent, safeParseEvent } from './parse-event.ts'
import type { Open } from './open.ts'
import { type BookingStatus, eventTypes } from './vocabulary.ts'

const all = Object.values(events).flatMap((byName) => Object.values(byName)) as WebhookEvent[]
const [created] = Object.values(events['booking.created'])
const [full, short] = Object.values(events['booking.updated'])

const problems = (value: unknown): string[] => {
  const result = safeParseEvent(value)
  return result.ok ? [] : result.details.map(({ path, message }) => `${path} ${message}`.trim())
}

it('has an example of every event', () => {
  expect(Object.keys(events)).toEqual(eventTypes)
})

describe.each(all.map((event) => ({ event, type: event.type })))('$type', ({ event }) => {
  it('is read as it is', () => {
    expect(safeParseEvent(event)).toEqual({ ok: true, value: event })
    expect(parseEvent(event)).toEqual(event)
    expect(isKnownEvent(parseEvent(event))).toBe(true)
  })

  it('may grow, in the envelope and in data', () => {
    const grown = { ...event, api_version: '2', data: { ...event.data, note: null } }
    expect(safeParseEvent(grown)).toEqual({ ok: true, value: grown })
  })

  it.each(['id', 'type', 'property_id', 'created_at', 'data'])(
    'is refused without %s or with a wrong one',
    (field) => {
      const { [field as 'id']: _gone, ...rest } = event
      expect(problems(rest)).toEqual([expect.stringMatching(new RegExp(`^${field} is required`))])
      for (const value of [5, null, []]) {
        expect(problems({ ...event, [field]: value })).toEqual([
          expect.stringMatching(new RegExp(`^${field} must be`)),
        ])
      }
    },
  )

  it('is refused without a field of its data, or with a wrong one, at that path', () => {
    for (const field of Object.keys(event.data)) {
      const { [field as 'bookingId']: _gone, ...rest } = event.data as { bookingId: string }
      for (const data of [rest, { ...event.data, [field]: { not: 'that' } }]) {
        const found = problems({ ...event, data })
        expect(found).toEqual([expect.stringMatching(new RegExp(`^data\\.${field} (is required|must )`))])
      }
    }
  })
})

/** Nights of the full shape; nothing of the short one. */
function nights(value: unknown): number | undefined {
  const event = parseEvent(value)
  if (!isKnownEvent(event) || event.type !== 'booking.updated') throw new Error('not narrowed')
  if ('dates' in event.data) {
    expectTypeOf(event.data.total).toEqualTypeOf<number>()
    return event.data.dates.length
  }
  expectTypeOf(event.data).toEqualTypeOf<{ bookingId: string; status: Open<BookingStatus> }>()
  return undefined
}

describe('the two shapes of booking.updated', () => {
  it('are told apart by their fields, at run time and in types', () => {
    expect([nights(full), nights(short)]).toEqual([1, undefined])
  })

  it('do not let a broken full shape pass as a short one', () => {
    expect(problems({ ...full, data: { ...full?.data, total: '32.00' } })).toEqual([
      'data.total must be an integer in minor units',
    ])
    expect(problems({ ...full, data: { bookingId: 'b', status: 'paid', room: 5 } })).toEqual([
      'data must have bookingId and status alone, or room, total and dates too',
    ])
    expect(problems({ ...full, data: { bookingId: 5, status: 'paid' } })).toEqual([
      'data.bookingId must be a string, not a number',
    ])
  })

  it('has no short shape of booking.created', () => {
    expect(problems({ ...created, data: short?.data })).toEqual([
      'data.room is required',
      'data.total is required',
      'data.dates is required',
    ])
  })
})

describe('events of the future', () => {
  it.each(['room.cleaned', '', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'BOOKING.CREATED'])(
    'of type %j pass, unknown',
    (type) => {
      const event = { ...created, type, data: { anything: [1, { deep: true }] } }
      const parsed = parseEvent(event)
      expect(parsed).toEqual(event)
      expect(isKnownEvent(parsed)).toBe(false)
    },
  )

  it('must still have an envelope', () => {
    expect(problems({ type: 'room.cleaned', data: 'x' })).toEqual([
      'id is required',
      'property_id is required',
      'created_at is required',
      'data must be an object, not a string',
    ])
  })

  it('may carry unknown values of known fields', () => {
    const event = { ...created, data: { ...created?.data, status: 'no_show' } }
    expect(safeParseEvent(event)).toEqual({ ok: true, value: event })
  })
})

describe('what is no event', () => {
  it.each([null, undefined, 5, true, [], {}, new Map()])('%j is refused', (value) => {
    expect(safeParseEvent(value).ok).toBe(false)
    expect(() => parseEvent(value)).toThrow(EventError)
  })

  it('a promise of the body is refused with the likely mistake', () => {
    expect(problems(Promise.resolve(created))).toEqual([
      'must be the parsed body, not a promise of it: an await is missing',
    ])
  })

  it.each([['{}'], [Buffer.from('{}')], [new TextEncoder().encode('{}').buffer]])(
    'unparsed text or bytes are refused with the likely mistake',
    (value) => {
      expect(problems(value)).toEqual([
        'must be the parsed body, not text or bytes: verify the signature over them, then JSON.parse them',
      ])
    },
  )

  it('is thrown with a code, the details and a message that names them', () => {
    const broken = { ...created, id: 'x', data: { ...created?.data, total: 69.5 } }
    expect(() => parseEvent(broken)).toThrow(
      expect.objectContaining({
        name: 'EventError',
        code: 'invalid_event',
        message:
          'Not an event of the service (spec 6): id must be a UUID; data.total must be an integer in minor units.',
        details: [
          { path: 'id', message: 'must be a UUID' },
          { path: 'data.total', message: 'must be an integer in minor units' },
        ],
      }),
    )
  })

  it('does not get past the schema of its type by inheriting the type', () => {
    expect(problems(Object.create({ ...created, data: {} }) as unknown)).toContain(
      'data.bookingId is required',
    )
  })
})

/** Compiles only if `switch (event.type)` narrows `data`. */
function read(event: WebhookEvent): string {
  switch (event.type) {
    case 'payment.created':
      return event.data.paymentMethod
    case 'payment.updated':
      // @ts-expect-error -- this event carries the amount alone
      return String(event.data.paymentMethod)
    case 'message.received':
      return event.data.content
    default:
      expectTypeOf(event.type).toEqualTypeOf<'booking.created' | 'booking.updated' | 'booking.cancelled'>()
      return event.data.bookingId
  }
}

describe('types', () => {
  it('narrow by type', () => {
    expectTypeOf<EventOf<'payment.created'>['data']['amount']>().toEqualTypeOf<string>()
    expectTypeOf<EventOf<'booking.cancelled'>['data']>().toEqualTypeOf<{ bookingId: string }>()
    expectTypeOf<UnknownEvent['data']>().toExtend<Record<string, unknown>>()
    expect(all.map(read)).toContain('Credit Card')
  })

  it('an event as it was parsed narrows too, beside those that this version does not know', () => {
    const amountOf = (event: WebhookEvent | UnknownEvent): string => {
      if (event.type === 'payment.created') {
        expectTypeOf(event).toEqualTypeOf<EventOf<'payment.created'>>()
        return event.data.amount
      }
      switch (event.type) {
        case 'payment.updated':
          return event.data.amount
        case 'message.received':
          return event.data.content
        case 'booking.created':
        case 'booking.updated':
        case 'booking.cancelled':
          return event.data.bookingId
        default:
          expectTypeOf(event).toEqualTypeOf<UnknownEvent>()
          return event.type
      }
    }
    expectTypeOf<UnknownEvent['type']>().toExtend<string>()
    const unknown = parseEvent({ ...all[0], type: 'room.cleaned', data: { room: 7 } })
    expect(amountOf(unknown)).toBe('room.cleaned')
  })
})
