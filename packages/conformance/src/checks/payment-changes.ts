import { randomUUID } from 'node:crypto'
import { paymentMethods, paymentSchema, paymentTypes } from '@svc/models'
import type { Check } from '../check.ts'
import { expectError, expectErrorAt, expectStatus, expectThat, expectValid, fieldsOf } from '../expect.ts'
import { knownBookings } from '../things/bookings.ts'
import {
  listPayments,
  patch,
  record,
  remove,
  sameValue,
  sendPayment,
  stored,
  update,
} from '../things/payments.ts'
import { each, Skip } from '../verdict.ts'

const needs = ['destructive'] as const

/** Recording, changing and deleting payments (spec 4.4–4.6; D2, D9, D10). */
export const paymentChangeChecks: Check[] = [
  {
    id: 'payment-created',
    row: '4.4',
    title: 'a payment is created with 201 and listed, as it was sent',
    needs,
    async run(context) {
      const { exchange, mark } = await sendPayment(context, { name: 'Deposit' })
      expectStatus(exchange, 201)
      const { list, exchange: listed } = await listPayments(context)
      const made = list.filter(({ description }) => description === mark)
      const [payment] = made
      expectThat(
        made.length === 1 && payment !== undefined,
        `the new payment is listed ${made.length} times`,
        exchange,
        listed,
      )
      expectThat(
        sameValue(payment['amount'], '120.5'),
        `the amount is ${String(payment['amount'])}`,
        exchange,
        listed,
      )
      const { paymentMethod, type, name, status } = payment
      expectThat(
        paymentMethod === 'Cash' && type === 'income',
        'another paymentMethod or type',
        exchange,
        listed,
      )
      expectThat(name === 'Deposit', 'another name', exchange, listed)
      expectThat(status === true, 'its status is not true', exchange, listed)
    },
  },
  {
    id: 'payments-whole',
    row: '4.3',
    title: 'the list has all payments, however many',
    needs,
    after: ['payment-created'],
    async run(context) {
      const ids = [(await record(context)).id]
      await stored(context, String(ids[0]))
      for (let count = 0; count < 11; count++) ids.push((await record(context)).id)
      const { list, exchange } = await listPayments(context)
      const lacking = ids.filter((id) => !list.some((payment) => payment['id'] === id))
      expectThat(lacking.length === 0, `of 12 new payments ${lacking.length} are not listed`, exchange)
    },
  },
  {
    id: 'recorded-fields',
    row: '2.4',
    title: 'a recorded payment has the fields of the specification, and is dated now',
    needs,
    after: ['payment-fields'],
    async run(context) {
      const { id } = await record(context)
      const { payment, exchange } = await stored(context, id)
      expectValid(exchange, paymentSchema, payment)
      const { date } = payment
      expectThat(/(Z|[+-]00:00)$/.test(String(date)), `date is ${String(date)}, not in UTC`, exchange)
      const { id: next } = await record(context)
      const later = (await stored(context, next)).payment['date']
      expectThat(
        Date.parse(String(later)) >= Date.parse(String(date)),
        'a later payment is dated earlier',
        exchange,
      )
      const { date: clock } = exchange.headers
      if (context.control === undefined && clock) {
        // The clock of a sandbox may be anywhere.
        const apart = Math.abs(Date.parse(clock) - Date.parse(String(date)))
        expectThat(
          apart < 86_400_000,
          `date is ${String(date)}, but the server's clock says ${clock}`,
          exchange,
        )
      }
    },
  },
  {
    id: 'methods-and-types',
    row: '4.4',
    title: 'every paymentMethod and type of the specification is taken',
    needs,
    run: (context) =>
      each(paymentMethods, async (paymentMethod) => {
        const type = paymentTypes[paymentMethods.indexOf(paymentMethod) % 2]
        const { exchange } = await sendPayment(context, { paymentMethod, type })
        const { status } = exchange
        expectThat(
          status >= 200 && status < 300,
          `${paymentMethod}, ${type} is answered with ${status}`,
          exchange,
        )
      }),
  },
  {
    id: 'default-name',
    row: '4.4',
    title: 'name is "Client API Payment" when not given',
    needs,
    after: ['payment-fields'],
    async run(context) {
      const { id } = await record(context)
      const { payment, exchange } = await stored(context, id)
      const { name } = payment
      expectThat(name === 'Client API Payment', `the default name is ${JSON.stringify(name)}`, exchange)
    },
  },
  {
    id: 'exact-amounts',
    row: '2.4',
    title: 'amounts come back exactly',
    needs,
    async run(context) {
      const sent = ['0.1', '999999999999.99', '1000000.01', '0.30']
      const ids = new Map<string, string>()
      for (const amount of sent) ids.set(amount, (await record(context, { amount })).id)
      await each(ids, async ([amount, id]) => {
        const { payment, exchange } = await stored(context, id)
        const kept = payment['amount']
        expectThat(sameValue(kept, amount), `${amount} came back as ${String(kept)}`, exchange)
      })
    },
  },
  {
    id: 'amount-form',
    row: 'D9',
    title: 'amounts come back with four decimals and without leading zeros, up to 15 digits',
    needs,
    after: ['exact-amounts', 'create-answer', 'four-decimals'],
    async run(context) {
      const amounts: [string, string][] = [
        ['120.5', '120.5000'],
        ['999999999999999.9999', '999999999999999.9999'],
        ['007', '7.0000'],
      ]
      await each(amounts, async ([sent, expected]) => {
        const { exchange } = await sendPayment(context, { amount: sent })
        const { amount } = fieldsOf(exchange.json)
        expectThat(amount === expected, `${sent} came back as ${String(amount)}, not ${expected}`, exchange)
      })
      return '"120.5" → "120.5000"'
    },
  },
  {
    id: 'create-answer',
    row: 'D2',
    title: 'creating answers with the payment, as it is listed',
    needs,
    after: ['payment-created'],
    async run(context) {
      const { exchange, mark } = await sendPayment(context)
      const { list } = await listPayments(context)
      const listed = list.find(({ description }) => description === mark)
      expectThat(listed !== undefined, 'the new payment is not listed', exchange)
      const answer = fieldsOf(exchange.json)
      const lacking = Object.keys(listed).filter((name) => answer[name] !== listed[name])
      expectThat(lacking.length === 0, `the answer has not ${lacking.join(', ')} of the payment`, exchange)
      return '201 with the payment'
    },
  },
  {
    id: 'payment-updated',
    row: 'D2',
    title: 'PATCH /payments/{paymentId} answers 200 with the changed payment',
    needs,
    after: ['payment-created'],
    async run(context) {
      const { id } = await record(context)
      const exchange = await patch(context, id, { name: 'Changed' })
      expectStatus(exchange, 200)
      const { payment } = await stored(context, id)
      expectThat(payment['name'] === 'Changed', 'the change is not listed', exchange)
      const answer = fieldsOf(exchange.json)
      const lacking = Object.keys(payment).filter((name) => answer[name] !== payment[name])
      expectThat(lacking.length === 0, `the answer has not ${lacking.join(', ')} of the payment`, exchange)
      return '200 with the payment'
    },
  },
  {
    id: 'partial-update',
    row: '4.5',
    title: 'an update changes the fields that are sent, and no others',
    needs,
    after: ['payment-created', 'payment-updated'],
    async run(context) {
      const booking = await knownBookings(context).catch(() => undefined)
      const bid = booking?.list[0]?.id
      const { id } = await record(context, {
        name: 'Name',
        paymentMethod: 'OTA',
        type: 'outgoing',
        ...(bid && { bid }),
      })
      const { payment: before } = await stored(context, id)
      const exchange = await update(context, id, { amount: '7.25' })
      const { payment: after } = await stored(context, id)
      expectThat(
        sameValue(after['amount'], '7.25'),
        `the amount is ${String(after['amount'])}, not 7.25`,
        exchange,
      )
      const changed = Object.keys(before).filter((name) => name !== 'amount' && before[name] !== after[name])
      expectThat(changed.length === 0, `${changed.join(', ')} changed too`, exchange)
      const next = await update(context, id, {
        description: 'another',
        paymentMethod: 'POS',
        type: 'income',
      })
      const { payment: last } = await stored(context, id)
      const { description, paymentMethod, type, amount } = last
      expectThat(
        description === 'another' &&
          paymentMethod === 'POS' &&
          type === 'income' &&
          sameValue(amount, '7.25'),
        'description, paymentMethod and type are not as they were sent, or the amount changed',
        next,
      )
    },
  },
  {
    id: 'update-judged',
    row: '2.4',
    title: 'an update with an amount that is a number is refused, and changes nothing',
    needs,
    after: ['payment-created'],
    async run(context) {
      const { id } = await record(context, { amount: '8' })
      await update(context, id, { name: 'as it should be' })
      const exchange = await patch(context, id, { amount: 9 })
      expectThat(
        exchange.status >= 400 && exchange.status < 500,
        'the number 9 as amount must be refused',
        exchange,
      )
      const { payment } = await stored(context, id)
      expectThat(sameValue(payment['amount'], '8'), 'a refused update changed the amount', exchange)
    },
  },
  {
    id: 'delete-route',
    row: 'D2',
    title: 'DELETE /payments/{paymentId} deletes',
    needs,
    async run(context) {
      const exchange = await remove(context, (await record(context)).id)
      const { status } = exchange
      expectThat(status !== 404 && status !== 405, `DELETE /payments/{paymentId} is ${status}`, exchange)
      return `${status}`
    },
  },
  {
    id: 'payment-deleted',
    row: '4.6',
    title: 'a payment is deleted with 204 and hidden',
    needs,
    after: ['delete-route'],
    async run(context) {
      const { id } = await record(context)
      const { id: other } = await record(context)
      await stored(context, other)
      const deleted = await remove(context, id)
      expectStatus(deleted, 204)
      expectThat(deleted.text === '', '204 has no body', deleted)
      const { list } = await listPayments(context)
      expectThat(!list.some((payment) => payment['id'] === id), 'a deleted payment is still listed', deleted)
      expectThat(
        list.some((payment) => payment['id'] === other),
        'another payment is gone too',
        deleted,
      )
    },
  },
  {
    id: 'deleted-again',
    row: 'D10',
    title: 'deleting a deleted payment, and updating one',
    needs,
    after: ['not-found', 'payment-deleted', 'delete-route'],
    async run(context) {
      const { id } = await record(context)
      for (let time = 1; time <= 2; time++) expectStatus(await remove(context, id), 204)
      expectError(await patch(context, id, { name: 'again' }), 'not_found')
      return 'DELETE 204 again; PATCH 404'
    },
  },
  {
    id: 'links',
    row: '2.4',
    title: 'a payment is linked to a booking and a guest, and found by the booking',
    needs,
    async run(context) {
      const { list } = await knownBookings(context)
      const [booking] = list
      const { id } = await record(context, { bid: booking?.id, gid: booking?.guest.id })
      const { payment, exchange } = await stored(context, id)
      expectThat(
        payment['bid'] === booking?.id && payment['gid'] === booking?.guest.id,
        'the payment is not linked',
        exchange,
      )
      const found = await listPayments(context, `?bid=${booking?.id}`)
      expectThat(
        found.list.some((item) => item['id'] === id),
        'bid does not find the payment of the booking',
        found.exchange,
      )
      const { id: guests } = await record(context, { gid: booking?.guest.id })
      const alone = await stored(context, guests)
      expectThat(
        alone.payment['gid'] === booking?.guest.id && !alone.payment['bid'],
        'a payment of a guest without a booking is not linked as it was sent',
        alone.exchange,
      )
    },
  },
  {
    id: 'unknown-links',
    row: 'D10',
    title: 'a booking or guest that does not exist is refused at its field',
    needs,
    after: ['links'],
    async run(context) {
      await each(['bid', 'gid'], async (field) => {
        expectErrorAt((await sendPayment(context, { [field]: randomUUID() })).exchange, field)
      })
      const { id } = await record(context)
      expectErrorAt(await patch(context, id, { bid: randomUUID() }), 'bid')
      // Fields are judged before existence.
      expectErrorAt(await patch(context, randomUUID(), { bid: 'no uuid' }), 'bid')
      return '400 at that path'
    },
  },
  {
    id: 'null',
    row: 'D10',
    title: 'null: unlinks, clears a description, and in a creation is the same as not given',
    needs,
    after: ['partial-update', 'unknown-links', 'links', 'payment-updated'],
    async run(context) {
      const { list } = await knownBookings(context)
      const [booking] = list
      const { id } = await record(context, { bid: booking?.id, gid: booking?.guest.id })
      const exchange = await update(context, id, { bid: null, gid: null, description: null })
      const { bid, gid, description } = (await stored(context, id)).payment
      expectThat(bid === null && gid === null, 'null does not unlink', exchange)
      expectThat(description === null, 'null does not clear the description', exchange)
      for (const field of ['amount', 'name', 'type']) {
        expectErrorAt(await patch(context, id, { [field]: null }), field)
      }
      const { exchange: made } = await sendPayment(context, { bid: null, gid: null })
      expectStatus(made, 201)
      return 'unlinks and clears; absent in a creation'
    },
  },
  {
    id: 'upper-case-links',
    row: 'D1',
    title: 'ids in upper case are stored in lower case',
    needs,
    after: ['links', 'id-case'],
    async run(context) {
      const { list } = await knownBookings(context)
      const [booking] = list
      if (booking?.id === booking?.id.toUpperCase()) throw new Skip('the id of the booking has no letter')
      const { id } = await record(context, { bid: booking?.id.toUpperCase() })
      const { payment, exchange } = await stored(context, id)
      expectThat(payment['bid'] === booking?.id, `bid is stored as ${String(payment['bid'])}`, exchange)
      return 'lower case'
    },
  },
]
