import { randomUUID } from 'node:crypto'
import { apiPrefix, type Payment, paymentListSchema } from '@svc/models'
import {
  type Check,
  type CheckContext,
  each,
  expectErrorAt,
  expectStatus,
  expectThat,
  expectValid,
  keyed,
} from '../check.ts'
import { sendPayment } from './payment-changes.ts'

const payments = `${apiPrefix}/payments`

/** A body that must be refused at one field, and that even a careless server cannot record: the type is wrong too. */
const refused = (fields: Record<string, unknown>) => ({
  amount: '1.00',
  paymentMethod: 'Cash',
  type: 'neither',
  ...fields,
})

async function list({ probe }: CheckContext, query = '') {
  const exchange = await probe.send({ method: 'GET', path: `${payments}${query}` })
  expectStatus(exchange, 200)
  return { exchange, body: expectValid(exchange, paymentListSchema) as Payment[] }
}

/** Reading payments, and bodies that are refused (spec 2.4, 4.3, 4.4; D9, D10). */
export const paymentChecks: Check[] = [
  {
    row: '4.3',
    title: 'payments are listed as an array, deleted ones hidden',
    async run(context) {
      const { body, exchange } = await list(context)
      expectThat(
        body.every(({ status }) => status),
        'a deleted payment is listed (spec 2.4)',
        exchange,
      )
    },
  },
  {
    row: '4.3',
    title: 'bid filters by booking',
    async run(context) {
      const linked = (await list(context)).body.find(({ bid }) => bid !== null)
      const nobody = await list(context, `?bid=${randomUUID()}`)
      expectThat(nobody.body.length === 0, 'payments of a booking that does not exist', nobody.exchange)
      if (!linked) return
      const { body, exchange } = await list(context, `?bid=${linked.bid}`)
      expectThat(
        body.some(({ id }) => id === linked.id),
        'the payment of the booking is missing',
        exchange,
      )
      expectThat(
        body.every(({ bid }) => bid === linked.bid),
        'payments of another booking',
        exchange,
      )
    },
  },
  {
    row: '2.4',
    title: 'returned amounts are decimal strings',
    async run(context) {
      const { body, exchange } = await list(context)
      expectThat(
        body.every(({ amount }) => typeof amount === 'string'),
        'an amount is no string',
        exchange,
      )
    },
  },
  {
    row: 'D9',
    title: 'returned amounts have four decimals',
    async run(context) {
      const { body, exchange } = await list(context)
      expectThat(
        body.every(({ amount }) => /^\d+\.\d{4}$/.test(amount)),
        'an amount has other than four decimals',
        exchange,
      )
      return 'four decimals'
    },
  },
  {
    row: 'D10',
    title: 'order of payments; what is not linked is null',
    async run(context) {
      const { body, exchange } = await list(context)
      const dates = body.map(({ date }) => date)
      expectThat(
        JSON.stringify(dates) === JSON.stringify(dates.toSorted().toReversed()),
        'not newest date first',
        exchange,
      )
      const raw = exchange.json as Record<string, unknown>[]
      expectThat(
        raw.every((payment) => 'bid' in payment && 'gid' in payment),
        'bid or gid is absent',
        exchange,
      )
      return 'newest date first; null'
    },
  },
  {
    row: '2.4',
    title: 'an amount that is a JSON number is a validation error',
    async run(context) {
      await each([520, 0, 12.5, -3], async (amount) => {
        // The rest of the body is right only when the run may create a payment.
        const exchange = context.destructive
          ? await sendPayment(context, { amount })
          : await context.probe.send({
              method: 'POST',
              path: payments,
              headers: keyed(),
              body: refused({ amount }),
            })
        expectThat(exchange.status >= 400 && exchange.status < 500, 'a number was not refused', exchange)
      })
    },
  },
  {
    row: 'D9',
    title:
      'an amount that is a JSON number is 400 validation_error, and the message says that amounts are strings',
    async run({ probe }) {
      const exchange = await probe.send({
        method: 'POST',
        path: payments,
        headers: keyed(),
        body: refused({ amount: 520 }),
      })
      const { details } = expectErrorAt(exchange, 'amount')
      const message = details?.find(({ path }) => path === 'amount')?.message ?? ''
      expectThat(/string/.test(message), 'the message does not say that amounts are strings', exchange)
      return '400 validation_error'
    },
  },
  {
    row: 'D9',
    title: 'forms of amounts that are refused',
    async run({ probe }) {
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
        null,
        ['1'],
      ]
      await each(bad, async (amount) => {
        const exchange = await probe.send({
          method: 'POST',
          path: payments,
          headers: keyed(),
          body: refused({ amount }),
        })
        expectErrorAt(exchange, 'amount')
      })
      return 'up to 15 digits and 4 decimals, no sign'
    },
  },
  {
    row: '4.4',
    title: 'amount, paymentMethod and type are required and of the named values',
    async run({ probe }) {
      const bodies: [string, Record<string, unknown>][] = [
        ['amount', refused({ amount: undefined })],
        ['paymentMethod', refused({ paymentMethod: undefined })],
        ['paymentMethod', refused({ paymentMethod: 'Bitcoin' })],
        ['paymentMethod', refused({ paymentMethod: 'cash' })],
        ['type', refused({})],
        ['type', { amount: '1.00', paymentMethod: 'Cash' }],
      ]
      await each(
        bodies,
        async ([path, body]) =>
          void expectErrorAt(
            await probe.send({ method: 'POST', path: payments, headers: keyed(), body }),
            path,
          ),
      )
    },
  },
  {
    row: 'D10',
    title: 'date and status cannot be set; ids must be UUIDs',
    async run({ probe }) {
      await each(['date', 'status', 'bid', 'gid'], async (field) => {
        const body = refused({ [field]: 'not this' })
        expectErrorAt(await probe.send({ method: 'POST', path: payments, headers: keyed(), body }), field)
      })
      return 'refused by name'
    },
  },
  {
    row: 'D10',
    title: 'an update without any field is refused',
    async run({ probe }) {
      const exchange = await probe.send({
        method: 'PATCH',
        path: `${payments}/${randomUUID()}`,
        headers: keyed(),
        body: {},
      })
      expectStatus(exchange, 400)
      return '400'
    },
  },
]
