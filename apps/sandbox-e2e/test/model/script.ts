import * as fc from 'fast-check'
import type { Receiver } from './reference/world.ts'

/**
 * One step of a script, as plain data that prints as code. Numbers stand for things: the nth payment that the property
 * has (one beyond the last: a payment that nobody has), one of a few booking ids, one of a few idempotency keys.
 */
export type Step =
  | CallStep
  /** All at once. */
  | { do: 'race'; calls: CallStep[] }
  /** The process dies while the call is under way, where it is one of its own. */
  | { do: 'kill'; call: CallStep; afterMs: number }
  | { do: 'book'; property: number; booking: number; guest: number; days: number[]; created: number }
  | { do: 'change'; property: number; booking: number; changes: Change }
  | { do: 'cancel'; property: number; booking: number }
  | { do: 'message'; property: number; booking: number }
  | { do: 'advance'; seconds: number }
  | { do: 'receiver'; property: number; receiver: number; answers: Receiver }
  | {
      do: 'fault'
      property: number
      node: number
      when: 'before' | 'after'
      method: string | null
      action: 'status' | 'reset' | 'truncate'
      times: number
    }
  | {
      do: 'fault deliveries'
      property: number
      endpoint: number
      action: 'timeout' | 'unreachable' | 500 | 204
    }
  | { do: 'clear faults' }
  | { do: 'resend'; property: number; delivery: number }
  | { do: 'rotate'; property: number; endpoint: number }
  | { do: 'restart' }

export interface CallStep {
  do: 'call'
  what: What
  property: number
  node: number
  /** Which of a few idempotency keys. */
  key?: number
  /** Which payment, endpoint or booking. */
  target?: number
  body?: Body
  query?: Record<string, string>
  flaw?: Flaw
}

export type What =
  | 'create payment'
  | 'update payment'
  | 'delete payment'
  | 'list payments'
  | 'list bookings'
  | 'get booking'
  | 'create endpoint'
  | 'update endpoint'
  | 'delete endpoint'
  | 'list endpoints'
  | 'list deliveries'
/** `bid`, `gid` and `url` may be numbers: which booking, guest or receiver. */
export type Body = Record<string, unknown>
export type Change = { status?: string; days?: number[]; guest?: string; description?: string }
export type Flaw =
  | 'no api key'
  | 'wrong api key'
  | 'no idempotency key'
  | 'bad idempotency key'
  | 'quoted idempotency key'
  | 'no content type'
  | 'text/plain'
  | 'no JSON'
  | 'alias'
  | 'upper case'

const property = fc.constantFrom(0, 0, 0, 1)
const node = fc.constantFrom(0, 1)
const key = fc.constantFrom(0, 1, 2)
const target = fc.nat({ max: 3 })
const booking = fc.nat({ max: 3 })
const guest = fc.nat({ max: 2 })
const days = fc.array(fc.constantFrom(1, 2, 5, 9), { minLength: 1, maxLength: 3 })

/** Mostly right: a run in which everything is refused shows little. */
const mostly = (right: fc.Arbitrary<unknown>, wrong: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 14, arbitrary: right }, { weight: 1, arbitrary: wrong })
const amount = mostly(
  fc.constantFrom('120.5', '120.50', '120.5000', '7', '0.0001', '007.10'),
  fc.constantFrom<unknown>(5, '1.23456', '-1', '1e3', '', null),
)
const method = mostly(fc.constantFrom('Cash', 'Bank Transfer', 'POS'), fc.constantFrom<unknown>('cash', 1))
const kind = fc.constantFrom('income', 'outgoing')
const optional = {
  bid: mostly(fc.constantFrom<unknown>(0, 1, null), fc.constantFrom<unknown>('x', '')),
  gid: mostly(fc.constantFrom<unknown>(0, 1, null), fc.constantFrom<unknown>('x', 7)),
  name: mostly(fc.constantFrom('Ana', 'Zoë 🗝'), fc.constantFrom('', 'x'.repeat(256))),
  description: mostly(fc.constantFrom<unknown>('by hand', '', null), fc.constant(7)),
}
const unknownField = fc.constant({ colour: 'red' })
const paymentBody: fc.Arbitrary<Body> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ amount: '120.5', paymentMethod: 'Cash', type: 'income' }) },
  {
    weight: 4,
    arbitrary: fc.record(
      { amount, paymentMethod: method, type: kind, ...optional },
      { requiredKeys: ['amount', 'paymentMethod', 'type'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ amount, type: kind, bid: optional.bid }, { requiredKeys: [] }) },
)
const paymentChanges: fc.Arbitrary<Body> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ amount }) },
  { weight: 1, arbitrary: fc.record({ name: optional.name }) },
  {
    weight: 4,
    arbitrary: fc.record({ amount, paymentMethod: method, type: kind, ...optional }, { requiredKeys: [] }),
  },
  { weight: 1, arbitrary: unknownField },
)
const rightEvents = fc.constantFrom(
  ['payment.created', 'payment.updated'],
  ['payment.updated', 'booking.created', 'booking.updated', 'booking.cancelled', 'message.received'],
  ['payment.created', 'booking.created', 'booking.updated'],
)
const events = mostly(
  rightEvents,
  fc.constantFrom<unknown>([], ['payment.created', 'payment.created'], ['x'], 'all'),
)
const url = mostly(fc.constantFrom(0, 1, 2), fc.constantFrom('http://10.0.0.1/', 'ftp://x/', 'https://a#b'))
const flaw = mostly(
  fc.constant(undefined),
  fc.constantFrom<Flaw>(
    'no api key',
    'wrong api key',
    'no idempotency key',
    'bad idempotency key',
    'quoted idempotency key',
    'no content type',
    'text/plain',
    'no JSON',
    'alias',
    'upper case',
  ),
)

function call(what: What, parts: Record<string, fc.Arbitrary<unknown>> = {}): fc.Arbitrary<CallStep> {
  return fc
    .record({ do: fc.constant('call'), what: fc.constant(what), property, node, ...parts, flaw })
    .map((step) => {
      const { flaw: one, ...rest } = step as CallStep
      return one === undefined ? rest : { ...rest, flaw: one }
    })
}

const bookingQuery = fc.record(
  {
    page: fc.constantFrom('1', '2', '0', 'x'),
    limit: fc.constantFrom('1', '2', '100', '101'),
    status: fc.constantFrom('confirmed', 'cancelled', 'nobody'),
    guest_id: fc.constantFrom('guest 0', 'guest 1', 'x'),
    start_date: fc.constantFrom('2026-12-02', '2026-12-05', '2026-02-30'),
    end_date: fc.constantFrom('2026-12-02', '2026-12-06', '2026-12-01'),
    stauts: fc.constant('x'),
  },
  { requiredKeys: [] },
)

const createPayment = call('create payment', { key, body: paymentBody })
const updatePayment = call('update payment', { key, target, body: paymentChanges })
const createEndpoint = call('create endpoint', { key, body: fc.record({ url, events }) })
const listPayments = call('list payments', {
  query: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom({ bid: 'booking 0' }, { bid: 'x' }, { page: '2' }) },
  ),
})

/** What may happen at the same moment: whichever order it had, the answers must fit one. */
const raced = fc.oneof(
  { weight: 5, arbitrary: createPayment },
  { weight: 3, arbitrary: updatePayment },
  { weight: 1, arbitrary: call('delete payment', { target }) },
  { weight: 1, arbitrary: createEndpoint },
  { weight: 1, arbitrary: listPayments },
)
const race: fc.Arbitrary<Step> = fc.oneof(
  // The same key: one body or two.
  fc.tuple(raced, fc.boolean(), paymentBody, node).map(([one, same, body, other]) => ({
    do: 'race' as const,
    calls: [one, { ...one, node: other, ...(!same && one.what === 'create payment' ? { body } : {}) }],
  })),
  fc
    .array(raced, { minLength: 2, maxLength: 3 })
    .map((calls) => ({ do: 'race' as const, calls: calls.map((one) => ({ ...one, property: 0 })) })),
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 14, arbitrary: createPayment },
  { weight: 10, arbitrary: updatePayment },
  { weight: 3, arbitrary: call('delete payment', { target }) },
  { weight: 5, arbitrary: listPayments },
  { weight: 4, arbitrary: call('list bookings', { query: bookingQuery }) },
  { weight: 2, arbitrary: call('get booking', { target }) },
  { weight: 8, arbitrary: createEndpoint },
  {
    weight: 5,
    arbitrary: call('update endpoint', {
      key,
      target,
      body: fc.record({ url, events, is_active: fc.boolean() }, { requiredKeys: [] }),
    }),
  },
  { weight: 2, arbitrary: call('delete endpoint', { target }) },
  { weight: 2, arbitrary: call('list endpoints') },
  { weight: 3, arbitrary: call('list deliveries', { target }) },
  { weight: 10, arbitrary: race },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('book' as const),
      property,
      booking,
      guest,
      days,
      created: fc.constantFrom(0, 0, 60, 3600),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      property,
      booking,
      changes: fc.record(
        {
          status: fc.constantFrom('paid', 'confirmed'),
          days,
          guest: fc.constantFrom('Ana', 'Zoë'),
          description: fc.constantFrom('late', ''),
        },
        { requiredKeys: [] },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), property, booking }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('message' as const), property, booking }) },
  {
    weight: 9,
    arbitrary: fc.record({
      do: fc.constant('advance' as const),
      seconds: fc.constantFrom(0, 1, 59.999, 60, 300, 1_800, 7_200, 9_360, 86_399.999, 86_400),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('receiver' as const),
      property,
      receiver: fc.nat({ max: 2 }),
      answers: fc.oneof(
        fc.constantFrom<Receiver>('ok', 'empty', 'error', 'error', 'redirect', 'cut', 'reset'),
        fc.record({ failing: fc.integer({ min: 1, max: 4 }) }),
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      property,
      node,
      when: fc.constantFrom<'before' | 'after'>('before', 'after'),
      method: fc.constantFrom(null, 'POST', 'PATCH'),
      action: fc.constantFrom<'status' | 'reset' | 'truncate'>('status', 'reset', 'truncate'),
      times: fc.constantFrom(1, 1, 2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault deliveries' as const),
      property,
      endpoint: target,
      action: fc.constantFrom<'timeout' | 'unreachable' | 500 | 204>('timeout', 'unreachable', 500, 204),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'clear faults' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('resend' as const), property, delivery: target }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rotate' as const), property, endpoint: target }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
)

/** The same call again, around the end of the 24 hours of its key. */
const again: fc.Arbitrary<Step[]> = fc
  .tuple(fc.oneof(createPayment, updatePayment), fc.constantFrom(60, 86_399.999, 86_400), fc.boolean())
  .map(([one, seconds, twice]) => [one, { do: 'advance', seconds }, one, ...(twice ? [one] : [])])

/** A receiver is down for a part of the ladder, or for all of it. */
const outage: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.constantFrom(0, 1),
    fc.oneof(
      fc.constantFrom<Receiver>('error', 'redirect', 'cut', 'reset'),
      fc.record({ failing: fc.integer({ min: 1, max: 5 }) }),
    ),
    createPayment.map((one) => ({ ...one, property: 0 })),
    fc.constantFrom(59.999, 60, 360, 2_160, 9_359.999, 9_360),
    fc.boolean(),
  )
  .map(([receiver, answers, one, seconds, recovers]) => [
    { do: 'receiver', property: 0, receiver, answers },
    one,
    { do: 'advance', seconds },
    { do: 'resend', property: 0, delivery: 0 },
    ...(recovers ? [{ do: 'receiver' as const, property: 0, receiver, answers: 'ok' as const }] : []),
    { do: 'advance', seconds: 7_200 },
  ])

const kill: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('kill' as const),
  call: fc.oneof(createPayment, updatePayment, createEndpoint),
  afterMs: fc.constantFrom(0, 1, 2, 4, 8, 16),
})

const first = fc.record({
  do: fc.constant('call' as const),
  what: fc.constant('create endpoint' as const),
  property: fc.constant(0),
  node: fc.constant(0),
  key: fc.constant(9),
  body: fc.record({ url: fc.constantFrom(0, 1), events: rightEvents }),
})

export interface ScriptOptions {
  /** Steps at most. @default 9 */
  steps?: number
  /** With `kill -9`. @default false */
  kills?: boolean
}

/** Any sequence. Most begin with an endpoint, as without one no delivery is seen. */
export function scripts({ steps = 9, kills = false }: ScriptOptions = {}): fc.Arbitrary<Step[]> {
  const one = step.map((alone) => [alone])
  const any = fc.oneof(
    { weight: 20, arbitrary: one },
    { weight: 1, arbitrary: again },
    { weight: 1, arbitrary: outage },
    { weight: kills ? 3 : 0, arbitrary: kill.map((alone) => [alone]) },
  )
  return fc
    .tuple(
      fc.option(first, { freq: 5, nil: undefined }),
      fc.array(any, { minLength: 1, maxLength: steps, size: 'max' }),
    )
    .map(([endpoint, rest]) => (endpoint ? [endpoint, ...rest.flat()] : rest.flat()))
}
