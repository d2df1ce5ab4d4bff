import { randomUUID } from 'node:crypto'
import { apiPrefix } from '@svc/models'
import type { Check, CheckContext } from '../check.ts'
import { expectError, expectRefused, expectStatus, expectThat, fieldsOf, keyed } from '../expect.ts'
import { listEndpoints, removeEndpoint, sendEndpoint } from '../things/endpoints.ts'
import {
  cash,
  idsOf,
  patch,
  paymentsPath,
  record,
  remove,
  sendPayment,
  stored,
  update,
} from '../things/payments.ts'
import { each, Follows } from '../verdict.ts'

const needs = ['destructive'] as const

/** @throws Follows unless the payment was recorded */
async function first(
  context: CheckContext,
  headers: Record<string, string>,
  fields: Record<string, unknown> = {},
) {
  const sent = await sendPayment(context, fields, headers)
  const { exchange } = sent
  if (exchange.status < 200 || exchange.status > 299)
    throw new Follows('payment-created', 'a payment was not recorded', exchange)
  const ids = await idsOf(context, sent.mark)
  if (ids.length !== 1)
    throw new Follows('payment-created', `a payment is listed ${ids.length} times`, exchange)
  return sent
}

/** One operation under one key (spec 5; D1, D5). */
export const idempotencyChecks: Check[] = [
  {
    id: 'resend',
    row: '5',
    title: 'resending an idempotency key does not record a payment again',
    needs,
    async run(context) {
      const headers = keyed()
      const { mark, exchange } = await first(context, headers)
      const { exchange: again } = await sendPayment(context, { description: mark }, headers)
      expectThat(
        again.status < 300,
        `the same request again is answered with ${again.status}`,
        exchange,
        again,
      )
      const ids = await idsOf(context, mark)
      expectThat(ids.length === 1, `the same key recorded ${ids.length} payments`, exchange, again)
    },
  },
  {
    id: 'resend-update',
    row: '5',
    title: 'resending the key of an update does not do it again',
    needs,
    after: ['resend'],
    async run(context) {
      const { id } = await record(context)
      const headers = keyed()
      await update(context, id, { name: 'first' }, headers)
      await update(context, id, { name: 'second' })
      const exchange = await patch(context, id, { name: 'first' }, headers)
      const { payment } = await stored(context, id)
      expectThat(payment['name'] === 'second', 'the same key changed the payment a second time', exchange)
    },
  },
  {
    id: 'resend-endpoint',
    row: '5',
    title: 'resending the key of a webhook endpoint does not create it again',
    needs,
    after: ['resend'],
    async run(context) {
      const headers = keyed()
      const exchange = await sendEndpoint(context, {}, headers)
      if (exchange.status >= 300)
        throw new Follows('endpoint-created', 'an endpoint was not created', exchange)
      const before = (await listEndpoints(context)).list.length
      const again = await sendEndpoint(context, {}, headers)
      const after = (await listEndpoints(context)).list
      expectThat(after.length === before, 'the same key created two endpoints', exchange, again)
    },
  },
  {
    id: 'replayed-secret',
    row: 'D5',
    title: 'the replay of a created endpoint has its secret',
    needs,
    after: ['resend-endpoint'],
    async run(context) {
      const headers = keyed()
      const exchange = await sendEndpoint(context, {}, headers)
      const again = await sendEndpoint(context, {}, headers)
      expectThat(
        fieldsOf(again.json)['secret'] === fieldsOf(exchange.json)['secret'] &&
          again.status === exchange.status,
        'the replay has not the secret of the first answer',
        exchange,
        again,
      )
      return 'with the secret'
    },
  },
  {
    id: 'other-payload',
    row: '5',
    title: 'an idempotency key with another payload is rejected, and changes nothing',
    needs,
    after: ['resend'],
    async run(context) {
      const headers = keyed()
      const { mark, exchange } = await first(context, headers)
      const { exchange: reused } = await sendPayment(context, { description: mark, amount: '121' }, headers)
      expectThat(
        reused.status >= 400 && reused.status < 500 && reused.status !== 429,
        `the reused key is answered with ${reused.status}`,
        exchange,
        reused,
      )
      const ids = await idsOf(context, mark)
      expectThat(ids.length === 1, `the reused key left ${ids.length} payments`, exchange, reused)
    },
  },
  {
    id: 'replay-bytes',
    row: 'D5',
    title:
      'a replay is byte for byte the first answer and says that it is one; order of fields and quotes do not matter',
    needs,
    after: ['resend'],
    async run(context) {
      const key = randomUUID()
      const { exchange, mark } = await first(context, keyed(key))
      const reordered = await context.probe.send({
        method: 'POST',
        path: paymentsPath,
        headers: keyed(`"${key.toUpperCase()}"`),
        body: ` ${JSON.stringify({ description: mark, type: cash.type, paymentMethod: cash.paymentMethod, amount: cash.amount })}`,
      })
      const same = exchange.text === reordered.text && reordered.status === exchange.status
      expectThat(same, 'the replay is another answer', exchange, reordered)
      expectThat(
        reordered.headers['idempotent-replayed'] === 'true',
        'no Idempotent-Replayed: true',
        reordered,
      )
      expectThat(
        exchange.headers['idempotent-replayed'] === undefined,
        'the first answer says that it is a replay',
        exchange,
      )
      return 'Idempotent-Replayed: true; order of fields, quotes and case do not matter'
    },
  },
  {
    id: 'reused-code',
    row: 'D5',
    title: 'a key with another payload is 422 idempotency_key_reused, whatever is wrong in that payload',
    needs,
    after: ['other-payload'],
    async run(context) {
      const headers = keyed()
      await first(context, headers)
      for (const fields of [{ amount: '121' }, { amount: 'much', surprise: true }, { bid: randomUUID() }]) {
        expectError((await sendPayment(context, fields, headers)).exchange, 'idempotency_key_reused')
      }
      return '422 idempotency_key_reused'
    },
  },
  {
    id: 'decimals-differ',
    row: 'D5',
    title: '"120.5" and "120.50" are different payloads',
    needs,
    after: ['other-payload', 'reused-code'],
    async run(context) {
      const headers = keyed()
      const { mark } = await first(context, headers)
      const { exchange } = await sendPayment(context, { description: mark, amount: '120.5' }, headers)
      expectError(exchange, 'idempotency_key_reused')
      return '422 idempotency_key_reused'
    },
  },
  {
    id: 'key-scope',
    row: 'D5',
    title: 'the same key on another path is another key',
    needs,
    after: ['payment-updated'],
    async run(context) {
      const headers = keyed()
      const { exchange } = await first(context, headers)
      const endpoint = await sendEndpoint(context, {}, headers)
      expectThat(endpoint.status < 300, 'a key of a payment cannot create an endpoint', exchange, endpoint)
      const { id: one } = await record(context)
      const { id: other } = await record(context)
      const shared = keyed()
      await update(context, one, { name: 'shared' }, shared)
      const second = await patch(context, other, { name: 'shared' }, shared)
      const { payment } = await stored(context, other)
      expectThat(payment['name'] === 'shared', 'a key of one payment cannot change another', second)
      return 'property, method, path and key'
    },
  },
  {
    id: 'key-over-both-paths',
    row: 'D1',
    title: 'a retry through the other webhook path, or with the id in upper case, is a retry',
    needs,
    after: ['webhook-paths', 'resend-endpoint', 'resend-update', 'key-scope'],
    async run(context) {
      const headers = keyed()
      const exchange = await sendEndpoint(context, {}, headers)
      const body = JSON.parse(exchange.request.body ?? '{}') as unknown
      const path = context.ways.webhooks === '/client/webhooks' ? `${apiPrefix}/webhooks` : '/client/webhooks'
      const again = await context.probe.send({ method: 'POST', path, headers, body })
      const { id } = fieldsOf(again.json)
      const replayed = id === fieldsOf(exchange.json)['id']
      if (!replayed && typeof id === 'string') await removeEndpoint(context, id)
      expectThat(replayed, 'the retry through the other path is a new operation', exchange, again)
      const payment = await record(context)
      const shared = keyed()
      await update(context, payment.id, { name: 'first' }, shared)
      await update(context, payment.id, { name: 'second' })
      const upper = await patch(context, payment.id.toUpperCase(), { name: 'first' }, shared)
      const { name } = (await stored(context, payment.id)).payment
      expectThat(name === 'second', 'with the id in upper case it is a new operation', upper)
      return 'one operation'
    },
  },
  {
    id: 'refusal-frees-key',
    row: 'D5',
    title: 'a refused request leaves its key free',
    needs,
    async run(context) {
      const headers = keyed()
      await each([{ amount: 'free' }, { bid: randomUUID() }], async (fields) => {
        expectRefused((await sendPayment(context, fields, headers)).exchange, JSON.stringify(fields))
      })
      const { exchange } = await sendPayment(context, {}, headers)
      expectThat(exchange.status < 300, 'the key of a refused request cannot be used', exchange)
      return 'the key can be used again'
    },
  },
  {
    id: 'at-once',
    row: '5',
    title: 'many requests at once with one key record one payment',
    needs,
    after: ['resend'],
    async run(context) {
      const headers = keyed()
      const mark = `conformance ${randomUUID()}`
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => sendPayment(context, { description: mark }, headers)),
      )
      const ids = await idsOf(context, mark)
      const exchanges = answers.map(({ exchange }) => exchange)
      expectThat(ids.length === 1, `${ids.length} payments were recorded`, ...exchanges.slice(0, 2))
    },
  },
  {
    id: 'at-once-answers',
    row: 'D5',
    title: 'of many requests at once with one key, one executes and the others wait or get 409',
    needs,
    after: ['at-once', 'payment-created'],
    async run(context) {
      const headers = keyed()
      const mark = `conformance ${randomUUID()}`
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => sendPayment(context, { description: mark }, headers)),
      )
      for (const { exchange } of answers) expectStatus(exchange, 201, 409)
      const inUse = answers.filter(({ exchange }) => exchange.status === 409)
      for (const { exchange } of inUse) expectError(exchange, 'idempotency_key_in_use')
      return inUse.length > 0 ? 'one executes, others get 409' : 'one executes, the others wait'
    },
  },
  {
    id: 'stored-404',
    row: 'D5',
    title: 'the 404 of an executed update is stored too',
    needs,
    after: ['replay-bytes', 'resend-update', 'not-found'],
    async run(context) {
      const [headers, id] = [keyed(), randomUUID()]
      const exchange = await patch(context, id, { name: 'nobody' }, headers)
      expectError(exchange, 'not_found')
      const replay = await patch(context, id, { name: 'nobody' }, headers)
      expectThat(replay.text === exchange.text, 'the 404 is another one', exchange, replay)
      expectThat(replay.headers['idempotent-replayed'] === 'true', 'the 404 is not replayed', replay)
      return 'replayed'
    },
  },
  {
    id: 'deleted-is-no-replay',
    row: '5',
    title: 'the key of a payment that was deleted since does not record it again',
    needs,
    after: ['resend'],
    async run(context) {
      const headers = keyed()
      const { mark, exchange } = await first(context, headers)
      for (const id of await idsOf(context, mark)) await remove(context, id)
      const { exchange: again } = await sendPayment(context, { description: mark }, headers)
      const ids = await idsOf(context, mark)
      expectThat(ids.length === 0, 'the same key recorded the payment again', exchange, again)
    },
  },
]
