import {
  type Booking,
  bookingStatuses,
  type CreatePayment,
  type CreateWebhookEndpoint,
  type EventOf,
  eventTypes,
  type EventType,
  formatAmount,
  type Guest,
  limits,
  type Payment,
  paymentMethods,
  paymentTypes,
  type StayDate,
  type UpdatePayment,
  type WebhookEvent,
} from '@svc/models'
import * as fc from 'fast-check'

/** A UUID v4 in lower case. */
const id = (): fc.Arbitrary<string> => fc.uuid({ version: 4 })

/** An ISO 8601 UTC timestamp with milliseconds, as the service writes them. */
const timestamp = (): fc.Arbitrary<string> =>
  fc
    .date({
      min: new Date('2000-01-01T00:00:00Z'),
      max: new Date('2099-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString())

/** A calendar date `YYYY-MM-DD`. */
const date = (): fc.Arbitrary<string> => timestamp().map((text) => text.slice(0, 10))

/** Minor units of a booking: a whole number from 0 to 10 million of the currency. */
const minorUnits = (): fc.Arbitrary<number> => fc.integer({ min: 0, max: 1_000_000_000 })

const digits = (bounds: { minLength: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'), ...bounds })

/** An amount as a caller may write it: `"5"`, `"007.1"`, `"0.0000"`, fifteen digits. */
const amount = (): fc.Arbitrary<string> =>
  fc
    .tuple(
      digits({ minLength: 1, maxLength: 15 }),
      fc.option(digits({ minLength: 1, maxLength: 4 }), { nil: undefined }),
    )
    .map(([whole, decimals]) => (decimals === undefined ? whole : `${whole}.${decimals}`))

/** An amount as the service returns it: four decimals, no superfluous zeros in front. */
const returnedAmount = (): fc.Arbitrary<string> =>
  fc.bigInt({ min: 0n, max: 9_999_999_999_999_999_999n }).map(formatAmount)

/** What is not an amount: numbers, signs, exponents, too many digits, foreign digits, separators. */
const badAmount = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.integer(),
    fc.double(),
    fc.constantFrom(
      '',
      ' ',
      '-1',
      '+1',
      '1e3',
      '1,50',
      '1.',
      '.5',
      '1.23456',
      '1234567890123456',
      '0x10',
      'NaN',
      'Infinity',
      '１２',
      '١٢',
      '1 000',
      ' 1',
      '1\n',
      '12.34.56',
      null,
      true,
      [],
      {},
      ['1.00'],
      { amount: '1.00' },
    ),
    amount().map((text) => `${text}.00001`),
  )

/** Any character of Unicode. `unit: 'binary'` is the same, and takes a second of processor time when it is first used. */
const codePoint = fc
  .integer({ min: 0, max: 0x10_f7_ff })
  .map((number) => String.fromCodePoint(number < 0xd8_00 ? number : number + 0x8_00))

/**
 * Text that breaks careless code: NUL and other control characters, lone surrogates, right-to-left marks, combining
 * characters, zero-width joins, emoji, SQL and HTML, format strings, prototype names, and long runs.
 */
const hostileString = ({ maxLength = 300 }: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ unit: codePoint, maxLength }),
      fc.string({
        unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
        maxLength,
      }),
      fc.constantFrom(
        '\0',
        'a\0b',
        '\ud800',
        '\udc00a',
        '\uFEFF',
        '\u202Eabc\u202C',
        'مرحبا',
        'שלום',
        'ﷺ',
        'Z̷͉̓a̶͖̽l̵̘̈g̵̡̀o̸',
        '👩‍👩‍👧‍👦',
        '🏳️‍🌈',
        'e\u0301',
        'İ',
        'ß',
        'ﬁ',
        '\r\n',
        '\u2028',
        '\u2029',
        '\t',
        '\u007f',

        "'; drop table bookings; --",
        '<script>alert(1)</script>',
        '%s%n',
        '${7*7}',
        '{{7*7}}',
        '../../etc/passwd',

        '__proto__',
        'constructor',
        'toString',
        'null',
        'undefined',
        'NaN',
        '0',
        'true',
        '""',
        '\\',
        '[]',
      ),
      fc.integer({ min: 1, max: maxLength }).map((length) => 'é'.repeat(length)),
    )
    .map((text) => text.slice(0, maxLength))

/** Hostile text that survives JSON and UTF-8 unchanged: no lone surrogates. */
const hostileText = (options: { maxLength?: number } = {}): fc.Arbitrary<string> =>
  hostileString(options).map((text) => text.toWellFormed())

/** A guest. */
const guest = (): fc.Arbitrary<Guest> =>
  fc.record({
    id: id(),
    first_name: hostileText({ maxLength: 60 }),
    last_name: hostileText({ maxLength: 60 }),
    email: fc.emailAddress(),
    phone: digits({ minLength: 5, maxLength: 12 }).map((number) => `+${number}`),
  })

/** One night in one bed. */
const stayDate = (): fc.Arbitrary<StayDate> =>
  fc.record({ date: date(), amount: minorUnits(), room: id(), bed: id() })

/** A booking whose total is the sum of its nights. */
const booking = (): fc.Arbitrary<Booking> =>
  fc
    .record({
      id: id(),
      status: fc.constantFrom(...bookingStatuses),
      created: timestamp(),
      updated: timestamp(),
      description: hostileText(),
      guest: guest(),
      stay_dates: fc.array(stayDate(), { minLength: 1, maxLength: 30 }),
      paid: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ paid, ...rest }) => ({
      ...rest,
      total: rest.stay_dates.reduce((sum, night) => sum + night.amount, 0),
      paidDays: Math.round(paid * new Set(rest.stay_dates.map((night) => night.date)).size),
    }))

/** A payment as the service returns it. */
const payment = (): fc.Arbitrary<Payment> =>
  fc.record({
    id: id(),
    bid: fc.option(id()),
    gid: fc.option(id()),
    amount: returnedAmount(),
    paymentMethod: fc.constantFrom(...paymentMethods),
    type: fc.constantFrom(...paymentTypes),
    description: fc.option(hostileText()),
    name: hostileText({ maxLength: limits.nameLength }),
    date: timestamp(),
    status: fc.boolean(),
  })

const paymentFields = () => ({
  amount: amount(),
  paymentMethod: fc.constantFrom(...paymentMethods),
  type: fc.constantFrom(...paymentTypes),
  name: hostileText({ maxLength: limits.nameLength }).filter((name) => name !== ''),
  description: fc.option(hostileText()),
})

/** A valid body of `POST /payments` that links nothing: add `bid` and `gid` that exist. */
const createPayment = (): fc.Arbitrary<CreatePayment> =>
  fc.record(paymentFields(), { requiredKeys: ['amount', 'paymentMethod', 'type'] })

/** A valid body of `PATCH /payments/{paymentId}`: at least one field, links only taken away. */
const updatePayment = (): fc.Arbitrary<UpdatePayment> =>
  fc
    .record({ ...paymentFields(), bid: fc.constant(null), gid: fc.constant(null) }, { requiredKeys: [] })
    .filter((changes) => Object.keys(changes).length > 0)

/** A valid body of `POST /webhooks`. */
const createWebhook = (): fc.Arbitrary<CreateWebhookEndpoint> =>
  fc.record({
    url: fc.tuple(fc.domain(), fc.webPath()).map(([domain, path]) => `https://${domain}${path}`),
    events: fc.uniqueArray(fc.constantFrom(...eventTypes), { minLength: 1 }),
  })

const bookingData = () =>
  fc.record({
    bookingId: id(),
    status: fc.constantFrom(...bookingStatuses),
    room: id(),
    total: minorUnits(),
    dates: fc.array(fc.record({ date: date(), amount: minorUnits() }), { minLength: 1, maxLength: 10 }),
  })

const eventData = {
  'booking.created': bookingData,
  'booking.updated': () =>
    fc.oneof(bookingData(), fc.record({ bookingId: id(), status: fc.constantFrom(...bookingStatuses) })),
  'booking.cancelled': () => fc.record({ bookingId: id() }),
  'payment.created': () =>
    fc.record({
      paymentId: id(),
      amount: returnedAmount(),
      paymentMethod: fc.constantFrom(...paymentMethods),
      type: fc.constantFrom(...paymentTypes),
    }),
  'payment.updated': () => fc.record({ paymentId: id(), amount: returnedAmount() }),
  'message.received': () =>
    fc.record({ bookingId: id(), messageId: id(), threadId: id(), content: hostileText() }),
} satisfies { [Type in EventType]: () => fc.Arbitrary<EventOf<Type>['data']> }

/** An event of a type. */
const eventOf = <Type extends EventType>(type: Type): fc.Arbitrary<EventOf<Type>> =>
  fc.record({
    id: id(),
    type: fc.constant(type),
    property_id: id(),
    created_at: timestamp(),
    data: eventData[type]() as fc.Arbitrary<unknown>,
  }) as unknown as fc.Arbitrary<EventOf<Type>>

/** An event of any type. */
const event = (): fc.Arbitrary<WebhookEvent> =>
  fc.constantFrom(...eventTypes).chain((type) => eventOf(type) as fc.Arbitrary<WebhookEvent>)

/**
 * fast-check arbitraries of everything on the wire. `fast-check` is a peer dependency: install it too.
 *
 * @example
 * fc.assert(fc.property(arbitraries.booking(), (booking) => total(booking) === booking.total))
 */
export const arbitraries = {
  id,
  timestamp,
  date,
  minorUnits,
  amount,
  returnedAmount,
  badAmount,
  hostileString,
  hostileText,
  guest,
  stayDate,
  booking,
  payment,
  createPayment,
  updatePayment,
  createWebhook,
  event,
  eventOf,
} as const

// Types of other packages that the signatures of this one name, so that nobody needs a second package for a type.
export type {
  Booking,
  CreatePayment,
  CreateWebhookEndpoint,
  EventOf,
  EventType,
  Guest,
  Payment,
  StayDate,
  UpdatePayment,
  WebhookEvent,
} from '@svc/models'
