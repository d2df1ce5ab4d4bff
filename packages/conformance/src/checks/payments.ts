import { randomUUID } from 'node:crypto'
import { paymentMethods, paymentSchema, paymentTypes } from '@svc/models'
import type { Check, CheckContext } from '../check.ts'
import { expectErrorAt, expectRefused, expectStatus, expectThat, expectValid, keyed } from '../expect.ts'
import { listPayments, patch, paymentsPath, sendPayment, type SomePayment } from '../things/payments.ts'
import { each, Skip } from '../verdict.ts'

/** A body that must be refused at one field, and that even a careless server cannot record: the type is wrong too. */
const refused = (fields: Record<string, unknown>) => ({
  amount: '1.00',
  paymentMethod: 'Cash',
  type: 'neither',
  ...fields,
})

const post = ({ probe }: CheckContext, body: unknown) =>
  probe.send({ method: 'POST', path: paymentsPath, headers: keyed(), body })

/** The payments of the property, read once a run. @throws Skip when there is none */
async function some(context: CheckContext) {
  const known = await context.once('payments', () => listPayments(context))
  if (known.list.length === 0) {
    throw new Skip('the property has no payment; one would let it run, as --destructive records it')
  }
  return known
}

const isUtc = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]00:00)$/.test(value)

/** Reading payments, and bodies that are refused (spec 2.4, 4.3, 4.4; D9, D10). */
export const paymentChecks: Check[] = [
  {
    id: 'payments-list',
    row: '4.3',
    title: 'payments are listed as an array',
    async run({ probe }) {
      const exchange = await probe.send({ method: 'GET', path: paymentsPath })
      expectStatus(exchange, 200)
      expectThat(Array.isArray(exchange.json), 'the answer is no array', exchange)
    },
  },
  {
    id: 'payment-fields',
    row: '2.4',
    title: 'every payment has the fields of the specification, and amounts are decimal strings',
    async run(context) {
      const { list, exchange } = await some(context)
      await each(list.slice(0, 20), async (payment) => {
        expectValid(exchange, paymentSchema, payment)
        const { paymentMethod, type, date } = payment
        expectThat(
          paymentMethods.includes(paymentMethod as never),
          `paymentMethod is ${String(paymentMethod)}`,
          exchange,
        )
        expectThat(paymentTypes.includes(type as never), `type is ${String(type)}`, exchange)
        expectThat(isUtc(date), `date is ${String(date)}, not in UTC`, exchange)
      })
    },
  },
  {
    id: 'deleted-hidden',
    row: '2.4',
    title: 'no deleted payment is listed',
    after: ['payment-fields'],
    async run(context) {
      const { list, exchange } = await some(context)
      expectThat(
        list.every(({ status }) => status !== false),
        'a deleted payment is listed',
        exchange,
      )
    },
  },
  {
    id: 'bid-filter',
    row: '4.3',
    title: 'bid finds all payments of this booking, and no others',
    after: ['query-read'],
    async run(context) {
      const { list } = await some(context)
      const bid = list.map((payment) => payment['bid']).find((value) => typeof value === 'string')
      const nobody = await listPayments(context, `?bid=${randomUUID()}`)
      expectThat(nobody.list.length === 0, 'payments of a booking that does not exist', nobody.exchange)
      if (bid === undefined) throw new Skip('no payment has a booking; one that has would let it run')
      const found = await listPayments(context, `?bid=${bid}`)
      const ids = (payments: readonly SomePayment[]) =>
        payments
          .map(({ id }) => String(id))
          .toSorted()
          .join()
      expectThat(
        ids(found.list) === ids(list.filter((payment) => payment['bid'] === bid)),
        'bid finds other payments than those of the booking',
        found.exchange,
      )
    },
  },
  {
    id: 'four-decimals',
    row: 'D9',
    title: 'returned amounts have four decimals',
    after: ['payment-fields'],
    async run(context) {
      const { list, exchange } = await some(context)
      const other = list.find(({ amount }) => !/^\d+\.\d{4}$/.test(String(amount)))
      expectThat(!other, `an amount is ${JSON.stringify(other?.['amount'])}`, exchange)
      return 'four decimals'
    },
  },
  {
    id: 'payment-order',
    row: 'D10',
    title: 'order of payments; what is not linked is null',
    after: ['payment-fields'],
    async run(context) {
      const { list, exchange } = await some(context)
      const dates = list.map(({ date }) => String(date))
      expectThat(dates.join() === dates.toSorted().toReversed().join(), 'not newest date first', exchange)
      expectThat(
        list.every((payment) => 'bid' in payment && 'gid' in payment),
        'bid or gid is absent',
        exchange,
      )
      return 'newest date first; null'
    },
  },
  {
    id: 'number-amount',
    row: '2.4',
    title: 'an amount that is a JSON number is a validation error',
    run: (context) =>
      each([520, 0, 12.5, -3], async (amount) => {
        // The rest of the body is right only when the run may create a payment.
        const exchange = context.destructive
          ? (await sendPayment(context, { amount })).exchange
          : await post(context, refused({ amount }))
        expectRefused(exchange, `the number ${amount} as amount`)
      }),
  },
  {
    id: 'validation-status',
    row: 'D4',
    title: 'validation errors are 400',
    async run(context) {
      const exchange = await post(context, refused({ amount: 520 }))
      expectThat(exchange.status === 400, `${exchange.status}`, exchange)
      return '400'
    },
  },
  {
    id: 'number-amount-words',
    row: 'D9',
    title:
      'an amount that is a JSON number is 400 validation_error, and the message says that amounts are strings',
    after: ['number-amount'],
    async run(context) {
      const exchange = await post(context, refused({ amount: 520 }))
      const { details } = expectErrorAt(exchange, 'amount')
      const message = details?.find(({ path }) => path === 'amount')?.message ?? ''
      expectThat(/string/.test(message), 'the message does not say that amounts are strings', exchange)
      return '400 validation_error'
    },
  },
  {
    id: 'amount-forms',
    row: 'D9',
    title: 'forms of amounts that are refused',
    async run(context) {
      const bad = [
        '',
        '-1',
        '+1',
        '1e3',
        '1,50',
        '1.',
        '.5',
        '1.23456',
        '1234567890123456',
        ' 1',
        '１２',
        '0x10',
      ]
      await each([...bad, null, ['1']], async (amount) => {
        expectErrorAt(await post(context, refused({ amount })), 'amount')
      })
      return 'up to 15 digits and 4 decimals, no sign'
    },
  },
  {
    id: 'required-fields',
    row: '4.4',
    title: 'amount, paymentMethod and type are required, and of the named values',
    needs: ['destructive'],
    async run(context) {
      const bodies: [string, Record<string, unknown>][] = [
        ['no amount', { amount: undefined }],
        ['no paymentMethod', { paymentMethod: undefined }],
        ['no type', { type: undefined }],
        ['the paymentMethod "Bitcoin"', { paymentMethod: 'Bitcoin' }],
        ['the paymentMethod "cash"', { paymentMethod: 'cash' }],
        ['the type "neither"', { type: 'neither' }],
        ['the amount "much"', { amount: 'much' }],
      ]
      await each(bodies, async ([what, fields]) => {
        expectRefused((await sendPayment(context, fields)).exchange, what)
      })
    },
  },
  {
    id: 'faults-named',
    row: 'D3',
    title: 'a validation error names every field at fault',
    async run(context) {
      const bodies: [string, Record<string, unknown>][] = [
        ['amount', refused({ amount: undefined })],
        ['paymentMethod', refused({ paymentMethod: undefined })],
        ['paymentMethod', refused({ paymentMethod: 'Bitcoin' })],
        ['type', refused({})],
        ['type', { amount: '1.00', paymentMethod: 'Cash' }],
        ['', ['no object'] as unknown as Record<string, unknown>],
      ]
      await each(bodies, async ([path, body]) => void expectErrorAt(await post(context, body), path))
      const exchange = await post(context, { amount: 1, paymentMethod: 'x', type: 'x' })
      const paths = new Set(expectErrorAt(exchange, 'amount').details?.map(({ path }) => path))
      expectThat(paths.size === 3, 'of three fields at fault not all are named', exchange)
      return 'details with a path each'
    },
  },
  {
    id: 'set-by-the-service',
    row: 'D10',
    title: 'date and status cannot be set; ids must be UUIDs',
    after: ['links'],
    async run(context) {
      await each(['date', 'status', 'bid', 'gid'], async (field) => {
        expectErrorAt(await post(context, refused({ [field]: 'not this' })), field)
      })
      return 'refused by name'
    },
  },
  {
    id: 'text-limits',
    row: 'D10',
    title: 'name has 1 to 255 characters and cannot be null, description at most 10,000',
    after: ['payment-created', 'texts-that-cannot-be-kept'],
    async run(context) {
      const bad: [string, unknown][] = [
        ['name', ''],
        ['name', 'x'.repeat(256)],
        ['name', null],
        ['name', 5],
        ['description', 'x'.repeat(10_001)],
      ]
      await each(bad, async ([field, value]) => {
        expectErrorAt(await post(context, refused({ [field]: value })), field)
      })
      // Characters, not the units of some language: each of these has two in UTF-16, and four bytes in UTF-8.
      const longest = { name: '😀'.repeat(255), description: 'y'.repeat(10_000) }
      const { details } = expectErrorAt(await post(context, refused(longest)), 'type')
      expectThat(details?.length === 1, 'the longest name or description is refused')
      return '1–255, up to 10,000'
    },
  },
  {
    id: 'texts-that-cannot-be-kept',
    row: 'D4',
    title: 'texts with U+0000 or half a surrogate pair are a validation_error',
    after: ['payment-created'],
    async run(context) {
      await each(['a\u0000b', '\uD800'], async (name) => {
        // As an escape, which is valid JSON.
        const body = JSON.stringify(refused({ name: '?' })).replace('?', JSON.stringify(name).slice(1, -1))
        expectErrorAt(await post(context, body), 'name')
      })
      return '400 validation_error'
    },
  },
  {
    id: 'empty-update',
    row: 'D10',
    title: 'an update without any field is refused',
    async run(context) {
      const exchange = await patch(context, randomUUID(), {})
      expectErrorAt(exchange, '')
      return '400 validation_error'
    },
  },
]
