import { randomUUID } from 'node:crypto'
import {
  apiPrefix,
  type CreatePayment,
  headerNames,
  type Payment,
  paymentListSchema,
  paymentSchema,
} from '@svc/models'
import {
  type Check,
  type CheckContext,
  each,
  expectError,
  expectErrorAt,
  expectStatus,
  expectThat,
  expectValid,
  keyed,
} from '../check.ts'
import type { Exchange } from '../exchange.ts'

const payments = `${apiPrefix}/payments`
const body: CreatePayment = { amount: '120.5', paymentMethod: 'Cash', type: 'income' }

const idOf = ({ json }: Exchange): string | undefined =>
  typeof json === 'object' && json !== null && 'id' in json && typeof json.id === 'string'
    ? json.id
    : undefined

/** Sends a creation, and sees to it that what it may have created is deleted at the end. */
export async function sendPayment(
  context: CheckContext,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = keyed(),
): Promise<Exchange> {
  const exchange = await context.probe.send({
    method: 'POST',
    path: payments,
    headers,
    body: { ...body, ...fields },
  })
  const id = exchange.headers[headerNames.idempotentReplayed.toLowerCase()] ? undefined : idOf(exchange)
  if (id) context.cleanUp(() => context.probe.send({ method: 'DELETE', path: `${payments}/${id}` }))
  return exchange
}

/** @throws Violation unless a payment was created */
export async function createPayment(
  context: CheckContext,
  fields: Record<string, unknown> = {},
): Promise<Payment> {
  const exchange = await sendPayment(context, fields)
  expectStatus(exchange, 201)
  return expectValid(exchange, paymentSchema)
}

const patch = ({ probe }: CheckContext, id: string, changes: unknown, headers = keyed()): Promise<Exchange> =>
  probe.send({ method: 'PATCH', path: `${payments}/${id}`, headers, body: changes })

/** Recording, changing and deleting payments, and idempotency (spec 4.4–4.6, 5; D2, D5, D9, D10). */
export const paymentChangeChecks: Check[] = [
  {
    row: '4.4',
    title: 'a payment is created with 201 and listed',
    needs: ['destructive'],
    async run(context) {
      const exchange = await sendPayment(context)
      expectStatus(exchange, 201)
      const listed = await context.probe.send({ method: 'GET', path: payments })
      expectThat(
        listed.text.includes(idOf(exchange) ?? 'no id in the answer'),
        'the new payment is not listed',
        exchange,
      )
    },
  },
  {
    row: '4.4',
    title: 'name is "Client API Payment" when not given',
    needs: ['destructive'],
    async run(context) {
      const { name } = await createPayment(context)
      expectThat(name === 'Client API Payment', `the default name is ${JSON.stringify(name)}`)
    },
  },
  {
    row: 'D2',
    title: 'the answers to creating, updating and deleting a payment',
    needs: ['destructive'],
    async run(context) {
      const payment = await createPayment(context)
      const updated = await patch(context, payment.id, { description: 'conformance' })
      expectStatus(updated, 200)
      expectThat(
        JSON.stringify(expectValid(updated, paymentSchema)) ===
          JSON.stringify({ ...payment, description: 'conformance' }),
        'the update does not answer with the changed payment',
        updated,
      )
      return '201 with the payment; PATCH 200 with the payment; DELETE 204'
    },
  },
  {
    row: '4.5',
    title: 'an update changes only the fields that are sent',
    needs: ['destructive'],
    async run(context) {
      const payment = await createPayment(context, { description: 'before', name: 'Name' })
      expectStatus(await patch(context, payment.id, { amount: '7.25' }), 200)
      const listed = await context.probe.send({ method: 'GET', path: payments })
      const now = (expectValid(listed, paymentListSchema) as Payment[]).find(({ id }) => id === payment.id)
      expectThat(
        now?.amount === '7.2500' || Number(now?.amount) === 7.25,
        'the amount did not change',
        listed,
      )
      expectThat(
        now?.description === 'before' && now.name === 'Name' && now.type === 'income',
        'another field changed',
        listed,
      )
    },
  },
  {
    row: '4.6',
    title: 'a payment is deleted with 204 and hidden',
    needs: ['destructive'],
    async run(context) {
      const { id } = await createPayment(context)
      const deleted = await context.probe.send({ method: 'DELETE', path: `${payments}/${id}` })
      expectStatus(deleted, 204)
      expectThat(deleted.text === '', '204 has no body', deleted)
      const listed = await context.probe.send({ method: 'GET', path: payments })
      expectThat(!listed.text.includes(id), 'a deleted payment is still listed', deleted)
    },
  },
  {
    row: 'D10',
    title: 'deleting a deleted payment, and updating one',
    needs: ['destructive'],
    async run(context) {
      const { id } = await createPayment(context)
      for (let time = 1; time <= 2; time++) {
        expectStatus(await context.probe.send({ method: 'DELETE', path: `${payments}/${id}` }), 204)
      }
      expectError(await patch(context, id, { name: 'again' }), 'not_found')
      return 'DELETE 204 again; PATCH 404'
    },
  },
  {
    row: 'D9',
    title: 'amounts come back exactly, with four decimals',
    needs: ['destructive'],
    async run(context) {
      const amounts: [string, string][] = [
        ['120.5', '120.5000'],
        ['0.1', '0.1000'],
        ['999999999999999.9999', '999999999999999.9999'],
        ['007', '7.0000'],
      ]
      await each(amounts, async ([sent, expected]) => {
        const exchange = await sendPayment(context, { amount: sent })
        expectStatus(exchange, 201)
        const { amount } = expectValid(exchange, paymentSchema)
        expectThat(amount === expected, `${sent} came back as ${amount}, not ${expected}`, exchange)
      })
      return '"120.5" → "120.5000"'
    },
  },
  {
    row: 'D10',
    title: 'links: what does not exist is refused, null unlinks',
    needs: ['destructive'],
    async run(context) {
      for (const field of ['bid', 'gid'])
        expectErrorAt(await sendPayment(context, { [field]: randomUUID() }), field)
      const page = await context.probe.send({ method: 'GET', path: `${apiPrefix}/bookings?limit=1` })
      const booking = (page.json as { results?: { id: string; guest: { id: string } }[] }).results?.[0]
      if (!booking) return 'unknown bid and gid are 400 at that path'
      const linked = await createPayment(context, { bid: booking.id, gid: booking.guest.id })
      expectThat(linked.bid === booking.id && linked.gid === booking.guest.id, 'the payment is not linked')
      const exchange = await patch(context, linked.id, { bid: null, gid: null })
      const unlinked = expectValid(exchange, paymentSchema)
      expectThat(unlinked.bid === null && unlinked.gid === null, 'null does not unlink', exchange)
      return 'unknown bid and gid are 400 at that path; null unlinks'
    },
  },
  {
    row: '5',
    title: 'resending an idempotency key does not do it again',
    needs: ['destructive'],
    async run(context) {
      const headers = keyed()
      const first = await sendPayment(context, {}, headers)
      const second = await sendPayment(context, {}, headers)
      expectStatus(first, 201)
      expectThat(idOf(first) === idOf(second), 'the same key created two payments', first, second)
    },
  },
  {
    row: 'D5',
    title: 'a replay is byte for byte the first answer, and says that it is one',
    needs: ['destructive'],
    async run(context) {
      const key = randomUUID()
      const first = await sendPayment(context, {}, keyed(key))
      const reordered = await context.probe.send({
        method: 'POST',
        path: payments,
        headers: keyed(`"${key.toUpperCase()}"`),
        body: ` {"type": "income", "paymentMethod": "Cash", "amount": "120.5"}`,
      })
      expectThat(
        first.text === reordered.text && reordered.status === 201,
        'the replay is another answer',
        first,
        reordered,
      )
      expectThat(
        reordered.headers['idempotent-replayed'] === 'true',
        'no Idempotent-Replayed: true',
        reordered,
      )
      expectThat(
        first.headers['idempotent-replayed'] === undefined,
        'the first answer says that it is a replay',
        first,
      )
      return 'Idempotent-Replayed: true; key order and quotes do not matter'
    },
  },
  {
    row: '5',
    title: 'an idempotency key with another payload is rejected',
    needs: ['destructive'],
    async run(context) {
      const headers = keyed()
      expectStatus(await sendPayment(context, {}, headers), 201)
      const reused = await sendPayment(context, { amount: '121' }, headers)
      expectThat(reused.status >= 400 && reused.status < 500, 'the reused key was accepted', reused)
    },
  },
  {
    row: 'D5',
    title: 'an idempotency key with another payload: which answer',
    needs: ['destructive'],
    async run(context) {
      const headers = keyed()
      await sendPayment(context, {}, headers)
      expectError(await sendPayment(context, { amount: '121' }, headers), 'idempotency_key_reused')
      return '422 idempotency_key_reused'
    },
  },
  {
    row: 'D5',
    title: 'a refused request leaves its key free',
    needs: ['destructive'],
    async run(context) {
      const headers = keyed()
      expectStatus(await sendPayment(context, { amount: 'free' }, headers), 400)
      expectStatus(await sendPayment(context, {}, headers), 201)
      return 'the key can be used again'
    },
  },
  {
    row: 'D5',
    title: 'many requests at once with one key record one payment',
    needs: ['destructive'],
    async run(context) {
      const headers = keyed()
      const answers = await Promise.all(Array.from({ length: 6 }, () => sendPayment(context, {}, headers)))
      for (const exchange of answers) expectStatus(exchange, 201, 409)
      const ids = new Set(answers.filter(({ status }) => status === 201).map(idOf))
      expectThat(ids.size === 1, `${ids.size} payments were recorded`, ...answers.slice(0, 2))
      return answers.some(({ status }) => status === 409)
        ? 'one executes, others get 409'
        : 'one executes, the others wait'
    },
  },
  {
    row: 'D5',
    title: 'the 404 of an executed update is stored too',
    needs: ['destructive'],
    async run(context) {
      const [headers, id] = [keyed(), randomUUID()]
      expectError(await patch(context, id, { name: 'nobody' }, headers), 'not_found')
      const replay = await patch(context, id, { name: 'nobody' }, headers)
      expectError(replay, 'not_found')
      expectThat(replay.headers['idempotent-replayed'] === 'true', 'the 404 is not replayed', replay)
      return 'replayed'
    },
  },
]
