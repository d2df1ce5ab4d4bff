import { randomUUID } from 'node:crypto'
import { apiPrefix, needsIdempotencyKey, type Operation, operations } from '@svc/models'
import {
  type Check,
  each,
  expectError,
  expectErrorAt,
  expectStatus,
  expectThat,
  expectValid,
  keyed,
  requestOf,
  Skip,
} from '../check.ts'

const all: Operation[] = Object.values(operations)
const reading = all.filter(({ method }) => method === 'GET')
const writing = all.filter((operation) => needsIdempotencyKey(operation))
const ofOne = all.filter(({ path }) => path.includes('{'))

/** A body that is valid and changes nothing that exists: for requests whose id does not exist. */
const harmless = ({ path }: Operation): unknown =>
  path.includes('webhooks') ? { is_active: true } : { name: 'conformance' }

/** What holds for every operation of the table: keys, content types, idempotency keys, unknown things (spec 5, 7). */
export const accessChecks: Check[] = [
  {
    row: '5',
    title: 'HTTPS, or loopback',
    async run({ baseUrl }) {
      const { protocol, hostname } = new URL(baseUrl)
      if (protocol !== 'https:' && /^(localhost|127\.|\[::1\])/.test(hostname))
        throw new Skip('plain http on loopback (D16)')
      expectThat(protocol === 'https:', 'all requests use HTTPS (spec 5.1)')
    },
  },
  {
    row: 'D16',
    title: 'TLS',
    run: async ({ baseUrl }) => (baseUrl.startsWith('https:') ? 'https' : 'plain http'),
  },
  {
    row: '5',
    title: 'every operation refuses a request without an API key',
    run: ({ probe }) =>
      each(all, async (operation) =>
        expectStatus(await probe.send(requestOf(operation, { apiKey: null, headers: keyed() })), 401, 403),
      ),
  },
  {
    row: '5',
    title: 'every operation refuses a wrong API key',
    run: ({ probe }) =>
      each(all, async (operation) =>
        expectStatus(
          await probe.send(requestOf(operation, { apiKey: `wrong-${randomUUID()}`, headers: keyed() })),
          401,
          403,
        ),
      ),
  },
  {
    row: 'D4',
    title: 'no API key is 401 unauthorized, before anything else of the request is looked at',
    async run({ probe }) {
      expectError(
        await probe.send({ method: 'POST', path: `${apiPrefix}/payments`, apiKey: null, body: '{' }),
        'unauthorized',
      )
      return '401 unauthorized'
    },
  },
  {
    row: '5',
    title:
      'every POST and PATCH without Idempotency-Key is 400 bad_request, in the words of the specification',
    run: ({ probe }) =>
      each(writing, async (operation) => {
        const exchange = await probe.send(requestOf(operation, { body: {} }))
        const { message } = expectError(exchange, 'bad_request')
        expectThat(
          message === 'Idempotency-Key header is required',
          'the message must be "Idempotency-Key header is required" (spec 5)',
          exchange,
        )
      }),
  },
  {
    row: 'D5',
    title: 'an idempotency key that is no UUID v4 is 400 bad_request',
    run: ({ probe }) =>
      each(writing, async (operation) => {
        for (const key of ['abc', '6ba7b810-9dad-11d1-80b4-00c04fd430c8']) {
          expectError(
            await probe.send(requestOf(operation, { body: {}, headers: keyed(key) })),
            'bad_request',
          )
        }
      }),
  },
  {
    row: 'D20',
    title: 'POST and PATCH without a JSON content type are 415',
    run: ({ probe }) =>
      each(writing, async (operation) => {
        for (const type of [null, 'text/plain', 'application/x-www-form-urlencoded']) {
          const request = requestOf(operation, { body: '{}', headers: { ...keyed(), 'Content-Type': type } })
          expectError(await probe.send(request), 'unsupported_media_type')
        }
      }),
  },
  {
    row: '5',
    title: 'every GET takes Content-Type: application/json without a body',
    async run({ probe }) {
      await each(reading, async (operation) => {
        const exchange = await probe.send(
          requestOf(operation, { headers: { 'Content-Type': 'application/json' } }),
        )
        expectStatus(exchange, operation.path.includes('{') ? 404 : 200)
      })
    },
  },
  {
    row: 'D4',
    title: 'a body that is no JSON is 400 bad_request',
    run: ({ probe }) =>
      each(writing, async (operation) => {
        for (const body of ['{"amount":', '', 'null\0']) {
          expectError(await probe.send(requestOf(operation, { body, headers: keyed() })), 'bad_request')
        }
      }),
  },
  {
    row: 'D10',
    title: 'unknown fields of a body are refused by name',
    run: ({ probe }) =>
      each(writing, async (operation) => {
        const exchange = await probe.send(
          requestOf(operation, { body: { surprise: true }, headers: keyed() }),
        )
        expectErrorAt(exchange, 'surprise')
      }),
  },
  {
    row: 'D8',
    title: 'unknown query parameters are refused by name',
    run: ({ probe }) =>
      each(reading, async (operation) => {
        const request = requestOf(operation)
        expectErrorAt(await probe.send({ ...request, path: `${request.path}?surprise=1` }), 'surprise')
      }),
  },
  {
    row: '7',
    title: 'what does not exist is 404, in every operation with an id',
    run: ({ probe }) =>
      each(ofOne, async (operation) => {
        const writes = needsIdempotencyKey(operation)
        const extra = writes ? { body: harmless(operation), headers: keyed() } : {}
        expectStatus(await probe.send(requestOf(operation, extra)), 404)
      }),
  },
  {
    row: 'D4',
    title: 'what does not exist is 404 not_found, also an id that is no UUID',
    run: ({ probe }) =>
      each(
        ['bookings/nothing', `bookings/${randomUUID()}`, `webhooks/${randomUUID()}/deliveries`, 'elsewhere'],
        async (path) =>
          void expectError(await probe.send({ method: 'GET', path: `${apiPrefix}/${path}` }), 'not_found'),
      ),
  },
  {
    row: '4',
    title: 'every list answers by its contract',
    run: ({ probe }) =>
      each(reading, async (operation) => {
        if (operation.path.includes('{') || !operation.answer) return
        const exchange = await probe.send(requestOf(operation))
        expectStatus(exchange, operation.status)
        expectValid(exchange, operation.answer)
      }),
  },
  {
    row: 'D1',
    title: 'webhook paths: under /api/v1/client, and under /client too',
    async run({ probe }) {
      const [main, alias] = [
        await probe.send({ method: 'GET', path: `${apiPrefix}/webhooks` }),
        await probe.send({ method: 'GET', path: '/client/webhooks' }),
      ]
      expectStatus(main, 200)
      expectThat(alias.status === 200, '/client/webhooks is not answered', alias)
      return '/api/v1/client/webhooks and /client/webhooks'
    },
  },
]
