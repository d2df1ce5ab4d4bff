import { randomUUID } from 'node:crypto'
import { apiPrefix, needsIdempotencyKey, type Operation, operations } from '@svc/models'
import type { Check } from '../check.ts'
import type { ProbeRequest } from '../exchange.ts'
import {
  expectAnswer,
  expectError,
  expectErrorAt,
  expectStatus,
  expectThat,
  keyed,
  requestOf,
} from '../expect.ts'
import { each, Skip } from '../verdict.ts'

const all: Operation[] = Object.values(operations)
const reading = all.filter(({ method }) => method === 'GET')
const writing = all.filter((operation) => needsIdempotencyKey(operation))
const { deletePayment, listDeliveries, updateWebhook, deleteWebhook } = operations

/** Method and path of these two are not in the specification (D2): elsewhere there may be no such path. */
const orNowhere = ({ method, path }: Operation): number[] =>
  path.startsWith(deletePayment.path) && method !== 'GET' ? [404, 405] : []

/** Keys, content types, idempotency keys: what holds for every operation (spec 5; D4, D5, D16, D20). */
export const accessChecks: Check[] = [
  {
    id: 'https',
    row: '5',
    title: 'HTTPS, or loopback',
    async run({ baseUrl }) {
      const { protocol, hostname } = new URL(baseUrl)
      if (protocol !== 'https:' && /^(localhost$|127\.|\[::1\])/.test(hostname))
        throw new Skip('plain http on loopback (D16)')
      expectThat(protocol === 'https:', 'all requests use HTTPS (spec 5.1)')
    },
  },
  {
    id: 'tls',
    row: 'D16',
    title: 'TLS',
    run: async ({ baseUrl }) => (baseUrl.startsWith('https:') ? 'https' : 'plain http'),
  },
  {
    id: 'no-key',
    row: '5',
    title: 'every operation refuses a request without an API key',
    run: ({ probe, ways }) =>
      each(all, async (operation) =>
        expectStatus(
          await probe.send(requestOf(ways, operation, { apiKey: null, headers: keyed() })),
          401,
          403,
          ...orNowhere(operation),
        ),
      ),
  },
  {
    id: 'wrong-key',
    row: '5',
    title: 'every operation refuses a wrong API key',
    after: ['no-key'],
    run: ({ probe, ways }) =>
      each(all, async (operation) =>
        expectStatus(
          await probe.send(requestOf(ways, operation, { apiKey: `wrong-${randomUUID()}`, headers: keyed() })),
          401,
          403,
          ...orNowhere(operation),
        ),
      ),
  },
  {
    id: 'key-first',
    row: 'D4',
    title: 'no API key is 401 unauthorized, before anything else of the request is looked at',
    after: ['no-key', 'wrong-key'],
    async run({ probe, ways }) {
      expectError(
        await probe.send({ method: 'POST', path: `${apiPrefix}/payments`, apiKey: null, body: '{' }),
        'unauthorized',
      )
      expectError(
        await probe.send({ method: 'GET', path: ways.webhooks, apiKey: `wrong-${randomUUID()}` }),
        'unauthorized',
      )
      return '401 unauthorized'
    },
  },
  {
    id: 'idempotency-key-required',
    row: '5',
    title:
      'every POST and PATCH without Idempotency-Key is 400 bad_request, in the words of the specification',
    run: ({ probe, ways }) =>
      each(writing, async (operation) => {
        const exchange = await probe.send(requestOf(ways, operation, { body: {} }))
        if (orNowhere(operation).includes(exchange.status)) return
        expectStatus(exchange, 400)
        // Where code and message stand in the body is left open.
        expectThat(exchange.text.includes('bad_request'), 'the code must be bad_request (spec 5)', exchange)
        expectThat(
          exchange.text.includes('Idempotency-Key header is required'),
          'the message must be "Idempotency-Key header is required" (spec 5)',
          exchange,
        )
      }),
  },
  {
    id: 'idempotency-key-form',
    row: 'D5',
    title: 'an idempotency key that is no UUID v4 is 400 bad_request',
    after: ['idempotency-key-required'],
    async run({ probe, ways }) {
      await each(writing, async (operation) => {
        for (const key of ['abc', '6ba7b810-9dad-11d1-80b4-00c04fd430c8']) {
          expectError(
            await probe.send(requestOf(ways, operation, { body: {}, headers: keyed(key) })),
            'bad_request',
          )
        }
      })
      return '400 bad_request'
    },
  },
  {
    id: 'key-elsewhere',
    row: 'D5',
    title: 'an idempotency key on a GET or DELETE is not looked at, whatever its form',
    after: ['missing-is-404'],
    async run({ probe, ways }) {
      for (const operation of [operations.listPayments, deletePayment]) {
        const { status } = await probe.send(requestOf(ways, operation))
        expectStatus(await probe.send(requestOf(ways, operation, { headers: keyed('abc') })), status)
      }
      return 'not looked at'
    },
  },
  {
    id: 'json-type',
    row: 'D20',
    title: 'POST and PATCH without a JSON content type are 415',
    async run({ probe, ways }) {
      await each(writing, async (operation) => {
        const types = [
          null,
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/json; charset=latin1',
        ]
        for (const type of types) {
          const headers = { ...keyed(), 'Content-Type': type }
          expectError(
            await probe.send(requestOf(ways, operation, { body: '{}', headers })),
            'unsupported_media_type',
          )
        }
      })
      return '415 unsupported_media_type'
    },
  },
  {
    id: 'read-without-type',
    row: 'D20',
    title: 'GET and DELETE are welcome without Content-Type',
    async run({ probe, ways }) {
      const headers = { 'Content-Type': null }
      await each(reading, async (operation) => {
        const { status } = await probe.send(requestOf(ways, operation))
        expectStatus(await probe.send(requestOf(ways, operation, { headers })), status)
      })
      const { status } = await probe.send(requestOf(ways, deletePayment))
      expectStatus(await probe.send(requestOf(ways, deletePayment, { headers })), status)
      return 'with the header and without'
    },
  },
  {
    id: 'no-json',
    row: 'D4',
    title: 'a body that is no JSON is 400 bad_request',
    async run({ probe, ways }) {
      await each(writing, async (operation) => {
        for (const body of ['{"amount":', '', 'null\0']) {
          expectError(await probe.send(requestOf(ways, operation, { body, headers: keyed() })), 'bad_request')
        }
      })
      return '400 bad_request'
    },
  },
  {
    id: 'no-object',
    row: 'D4',
    title: 'a body that is JSON and no object is a validation_error at the body as a whole',
    after: ['validation-status'],
    async run({ probe, ways }) {
      await each(writing, async (operation) => {
        for (const body of ['null', '[]', '"text"', '5'])
          expectErrorAt(await probe.send(requestOf(ways, operation, { body, headers: keyed() })), '')
      })
      return '400 validation_error'
    },
  },
  {
    id: 'depth',
    row: 'D4',
    title: 'a body nested deeper than 32 levels is 400 bad_request, one of 32 is judged by its fields',
    after: ['unknown-fields', 'no-json'],
    async run({ probe, ways }) {
      const nested = (levels: number) => `{"surprise":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
      const post = (body: string) =>
        probe.send(requestOf(ways, operations.createPayment, { body, headers: keyed() }))
      expectError(await post(nested(33)), 'bad_request')
      expectErrorAt(await post(nested(32)), 'surprise')
      // Brackets in a text are no levels.
      expectErrorAt(await post(`{"surprise":"${'['.repeat(40)}"}`), 'surprise')
      return '32 levels'
    },
  },
  {
    id: 'byte-order-mark',
    row: 'D4',
    title: 'a byte order mark before the JSON is ignored',
    after: ['unknown-fields'],
    async run({ probe, ways }) {
      const body = '\uFEFF{"surprise":true}'
      expectErrorAt(
        await probe.send(requestOf(ways, operations.createPayment, { body, headers: keyed() })),
        'surprise',
      )
      return 'ignored'
    },
  },
  {
    id: 'body-size',
    row: 'D4',
    title: 'a body of 1 MiB is read, one byte more is 413',
    after: ['unknown-fields'],
    async run({ probe, ways }) {
      const send = async (bytes: number) => {
        const body = `{"surprise":"${'x'.repeat(bytes - 15)}"}`
        const request = requestOf(ways, operations.createPayment, { body, headers: keyed() })
        // A server that closes the connection before it has read the body has refused it in its own way.
        const exchange = await expectAnswer(probe.send(request), `a body of ${bytes} bytes`)
        exchange.request.body = `(${bytes} bytes)`
        return exchange
      }
      expectErrorAt(await send(1_048_576), 'surprise')
      expectError(await send(1_048_577), 'payload_too_large')
      return '1,048,576 bytes; more is 413'
    },
  },
  {
    id: 'header-size',
    row: 'D3',
    title: 'headers of more than 16 KiB are 431 bad_request',
    after: ['error-kinds', 'error-codes', 'error-form'],
    async run({ probe, ways }) {
      const name = 'X-Padding'
      const request = requestOf(ways, operations.listPayments, { headers: { [name]: 'x'.repeat(20_000) } })
      const exchange = await expectAnswer(probe.send(request), 'headers of 20 KB')
      exchange.request.headers[name] = '(20000 bytes)'
      expectError(exchange, 'bad_request', 431)
      return '431 bad_request'
    },
  },
  {
    id: 'unknown-fields',
    row: 'D10',
    title: 'unknown fields of a body are refused by name',
    async run({ probe, ways }) {
      await each(writing, async (operation) => {
        const body = { surprise: true }
        expectErrorAt(await probe.send(requestOf(ways, operation, { body, headers: keyed() })), 'surprise')
      })
      return '400 validation_error, named'
    },
  },
  {
    id: 'unknown-parameters',
    row: 'D8',
    title: 'unknown query parameters are refused by name',
    after: ['query-read'],
    async run({ probe, ways }) {
      await each(reading, async (operation) => {
        const request = requestOf(ways, operation)
        expectErrorAt(await probe.send({ ...request, path: `${request.path}?surprise=1` }), 'surprise')
      })
      return '400 validation_error, named'
    },
  },
  {
    id: 'repeated-parameter',
    row: 'D8',
    title: 'a query parameter that is given twice is refused by name',
    after: ['query-read'],
    async run({ probe, ways }) {
      const { path } = requestOf(ways, operations.listBookings)
      expectErrorAt(await probe.send({ method: 'GET', path: `${path}?limit=1&limit=1` }), 'limit')
      return '400 validation_error, named'
    },
  },
  {
    id: 'missing-is-404',
    row: '7',
    title: 'an endpoint that does not exist, and a payment to delete that does not, are 404',
    async run({ probe, ways }) {
      await each(
        [deletePayment, listDeliveries, deleteWebhook, updateWebhook],
        async (operation: Operation) => {
          const extra = needsIdempotencyKey(operation) ? { body: { is_active: true }, headers: keyed() } : {}
          expectStatus(await probe.send(requestOf(ways, operation, extra)), 404)
        },
      )
    },
  },
  {
    id: 'not-found',
    row: 'D4',
    title: 'what does not exist is 404 not_found: bookings, payments, ids that are no UUID, paths',
    after: ['missing-is-404'],
    async run({ probe, ways }) {
      const paths = [
        `${apiPrefix}/bookings/nothing`,
        `${apiPrefix}/bookings/${randomUUID()}`,
        `${ways.webhooks}/${randomUUID()}/deliveries`,
        `${apiPrefix}/elsewhere`,
        `${apiPrefix}/bookings/`,
        `${apiPrefix}/Bookings`,
        `${apiPrefix}/%`,
      ]
      await each(
        paths,
        async (path) => void expectError(await probe.send({ method: 'GET', path }), 'not_found'),
      )
      const missing = requestOf(ways, operations.updatePayment, {
        body: { name: 'nobody' },
        headers: keyed(),
      })
      expectError(await probe.send(missing), 'not_found')
      return '404 not_found'
    },
  },
  {
    id: 'fault-order',
    row: 'D4',
    title:
      'of several faults one wins: content type, idempotency key, query, fields, then existence, that of the path first',
    after: ['json-type', 'idempotency-key-form', 'unknown-parameters', 'not-found', 'faults-named'],
    async run({ probe, ways }) {
      const patch = (extra: Partial<ProbeRequest>) =>
        probe.send(requestOf(ways, operations.updatePayment, { headers: keyed(), ...extra }))
      const plain = { ...keyed('abc'), 'Content-Type': 'text/plain' }
      expectError(await patch({ headers: plain, body: '{' }), 'unsupported_media_type')
      expectError(await patch({ headers: keyed('abc'), body: '{' }), 'bad_request')
      const { path } = requestOf(ways, operations.updatePayment)
      expectErrorAt(await patch({ path: `${path}?surprise=1`, body: { name: 'nobody' } }), 'surprise')
      expectErrorAt(await patch({ body: { type: 'neither' } }), 'type')
      expectError(await patch({ body: { bid: randomUUID() } }), 'not_found')
      return 'as D4 has it'
    },
  },
  {
    id: 'no-405',
    row: 'D3',
    title: 'a method that a path does not have is 404; HEAD is answered wherever GET is',
    after: ['not-found'],
    async run({ probe, ways }) {
      const put = { method: 'PUT', path: `${apiPrefix}/payments/${randomUUID()}`, headers: keyed(), body: {} }
      expectError(await probe.send(put), 'not_found')
      const { path } = requestOf(ways, operations.listPayments)
      const head = await probe.send({ method: 'HEAD', path })
      expectStatus(head, 200)
      expectThat(head.text === '', 'the answer to HEAD has a body', head)
      return '404 not_found; HEAD as GET without the body'
    },
  },
  {
    id: 'webhook-paths',
    row: 'D1',
    title: 'webhook paths: under /api/v1/client, and under /client too',
    async run({ probe }) {
      const [main, alias] = [
        await probe.send({ method: 'GET', path: `${apiPrefix}/webhooks` }),
        await probe.send({ method: 'GET', path: '/client/webhooks' }),
      ]
      const answered = [main, alias].filter(({ status }) => status === 200)
      const paths = answered.map(({ request }) => request.path).join(' and ') || 'nowhere'
      expectThat(answered.length === 2, `webhooks are answered under ${paths}`, main, alias)
      return paths
    },
  },
]
