import { describe, expect, it } from 'vitest'
import {
  hostel,
  hostelBookings,
  type InboxOptions,
  makeBooking,
  makeBookingPage,
  makeDelivery,
  makeEndpoint,
  makeError,
  makeEvent,
  makePayment,
  openInbox,
  type Respond,
  signedDelivery,
} from './index.ts'

const refused = (part: string) =>
  expect.objectContaining({
    name: 'TestingError',
    code: 'invalid_option',
    message: expect.stringContaining(part) as string,
  })

describe('an unknown option is refused with the one that was meant (D25)', () => {
  it.each<[string, () => unknown, string]>([
    ['a field', () => makeBooking({ statsu: 'paid' } as object), 'mean status?'],
    ['a field of a field', () => makeBooking({ guest: { firstname: 'Zoë' } as object }), 'guest: firstname'],
    ['an element', () => makeBooking({ stay_dates: [{ amuont: 5 } as object] }), 'mean amount?'],
    [
      'a field of data',
      () => makeEvent('payment.created', { data: { amout: '5' } as object }),
      'mean amount?',
    ],
    ['an option of a fixture', () => makePayment({}, { sed: 1 } as object), 'mean seed?'],
    [
      'an option of makeEvent',
      () => makeEvent('booking.updated', {}, { statusonly: true } as object),
      'statusOnly',
    ],
    ['a type of event', () => makeEvent('payment.create' as 'payment.created'), "mean 'payment.created'?"],
    ['a code', () => makeError('rate_limit' as 'rate_limited'), "mean 'rate_limited'?"],
    ['makeBookingPage', () => makeBookingPage([], { pge: 1 } as object), 'mean page?'],
    ['hostel', () => hostel({ booking: 5 } as object), 'mean bookings?'],
    ['hostelBookings', () => hostelBookings({ bookings: 5 } as object).next(), 'there are seed, count'],
    [
      'signedDelivery',
      () => signedDelivery(makeEvent('payment.created'), { secret: 's', prefx: 'X' } as never),
      'mean prefix?',
    ],
  ])('%s', (_name, call, part) => {
    expect(call).toThrow(refused(part))
  })

  it('what the type allows beyond the defaults is taken', () => {
    expect(makeError('bad_request', { details: [{ path: 'a', message: 'b' }] }).body.details).toHaveLength(1)
  })
})

describe('a value that the service never sends is refused, as a misspelt field is', () => {
  it.each<[string, () => unknown, string]>([
    [
      'a number as an amount',
      () => makePayment({ amount: 5 } as never),
      'amount must be a string, such as "',
    ],
    ['a text as a total', () => makeBooking({ total: '5' } as never), 'total must be a number, not a string'],
    ['a text as a status', () => makePayment({ status: 'true' } as never), 'must be a boolean, not a string'],
    [
      'a number in data',
      () => makeEvent('payment.created', { data: { amount: 5 } } as never),
      'data, amount must be a string',
    ],
    [
      'a text as a guest',
      () => makeBooking({ guest: 'Zoë' } as never),
      'guest must be an object, not a string',
    ],
    ['a text as nights', () => makeBooking({ stay_dates: 'x' } as never), 'an array, not a string'],
    [
      'a text in a night',
      () => makeBooking({ stay_dates: [{ amount: '5' }] } as never),
      '[0], amount must be a number',
    ],
    ['a text as events', () => makeEndpoint({ events: 'payment.created' } as never), 'must be an array'],
    ['a text as overrides', () => makePayment('x' as never), 'the overrides of a fixture must be an object'],
    ['null as overrides', () => makePayment(null as never), 'must be an object, not null'],
    ['null as those of a booking', () => makeBooking(null as never), 'must be an object, not null'],
    ['an array as overrides', () => makeBooking([] as never), 'must be an object, not an array'],
    ['an object as a seed', () => makePayment({}, { seed: {} } as never), 'must be a number or a text'],
    [
      'no number as a seed',
      () => makePayment({}, { seed: Number.NaN }),
      'must be a number or a text, not NaN',
    ],
    ['a page of no list', () => makeBookingPage(undefined as never), 'a list of bookings'],
    ['page 0', () => makeBookingPage([], { page: 0 }), 'page must be a whole number from 1, not 0'],
    ['half a booking a page', () => makeBookingPage([], { limit: 0.5 }), 'limit must be a whole number'],
  ])('%s', (_name, call, part) => {
    expect(call).toThrow(refused(part))
  })

  it('null, what is null by default, and frozen overrides are taken', () => {
    expect(makePayment({ bid: 'b', description: 'x' })).toMatchObject({ bid: 'b', description: 'x' })
    expect(makeDelivery({ response_status: null }).response_status).toBe(null)
    expect(makePayment(Object.freeze({ amount: '5.0000' })).amount).toBe('5.0000')
  })
})

describe('an inbox', () => {
  it.each<[unknown, string]>([
    [{ respnd: 500 }, 'mean respond?'],
    [{ respond: 'hnag' }, "mean 'hang'?"],
    [{ respond: [500, 'rest'] }, "mean 'reset'?"],
    [{ respond: '500' }, 'is no way to answer'],
    [{ respond: { stauts: 500 } }, 'mean status?'],
    [{ respond: { status: 'x' } }, 'a status is 200 to 999, not x'],
    [{ respond: 199 }, 'a status is 200 to 999, not 199'],
    [{ respond: 1_000 }, 'a status is 200 to 999, not 1000'],
    [{ respond: 200.5 }, 'a status is 200 to 999, not 200.5'],
    [{ respond: null }, 'is no way to answer'],
    [{ respond: { body: { a: 1 } } }, 'body must be a text: JSON.stringify'],
    [{ respond: { delayMs: -1 } }, 'delayMs must be milliseconds from 0, not -1'],
    [{ respond: { delayMs: '5' } }, 'delayMs must be milliseconds'],
    [{ respond: { headers: new Headers({ a: 'b' }) } }, 'a plain object of names and values'],
    [{ respond: { headers: { 'a b': 'c' } } }, 'headers: Header name must be a valid HTTP token'],
    [{ respond: { headers: { a: 'b\r\nc: d' } } }, 'headers: Invalid character in header content'],
    [{ respond: [204, { body: 5 }] }, 'body must be a text'],
  ])('%j is refused', async (options, part) => {
    await expect(openInbox(options as InboxOptions)).rejects.toEqual(refused(part))
  })

  it('refuses what is set or asked later, and stays as it was', async () => {
    await using inbox = await openInbox({ respond: 503 })
    expect(() => (inbox.respond = 'hnag' as Respond)).toThrow(refused("mean 'hang'?"))
    expect(inbox.respond).toBe(503)
    await expect(inbox.next('payment.created', { timeout: 5 } as object)).rejects.toEqual(
      refused('mean timeoutMs?'),
    )
    await expect(inbox.next({ timeoutMs: 5 } as never)).rejects.toEqual(refused('first argument is the type'))
  })

  it('answers 500 with the reason when a function answers with what is no answer', async () => {
    await using inbox = await openInbox({ respond: () => 'hnag' as 'hang' })
    const answer = await fetch(inbox.url, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(500)
    expect(await answer.text()).toContain("did you mean 'hang'?")
  })
})
