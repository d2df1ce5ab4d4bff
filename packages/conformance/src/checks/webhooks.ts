import { createdWebhookEndpointSchema, eventTypes, limits, webhookEndpointSchema } from '@svc/models'
import type { Check } from '../check.ts'
import { expectErrorAt, expectRefused, expectStatus, expectThat, expectValid, fieldsOf } from '../expect.ts'
import {
  createEndpoint,
  listDeliveries,
  listEndpoints,
  patchEndpoint,
  removeEndpoint,
  sendEndpoint,
} from '../things/endpoints.ts'
import { each, Skip, Violation } from '../verdict.ts'
import type { Exchange } from '../exchange.ts'

const needs = ['destructive'] as const

/** Without the secret, whatever it is called in it. */
function expectNoSecret(exchange: Exchange, fields: Record<string, unknown>, secret?: string): void {
  const shown = 'secret' in fields || (secret !== undefined && exchange.text.includes(secret))
  // The answer itself would put the secret into a report.
  if (shown) throw new Violation(`${exchange.request.method} ${exchange.request.path} shows a secret`)
}

/** Their order is left open. */
const sameEvents = (left: unknown, right: unknown): boolean =>
  Array.isArray(left) &&
  Array.isArray(right) &&
  left.length === right.length &&
  left.every((event) => right.includes(event))

const isUtc = (value: unknown): boolean => /(Z|[+-]00:00)$/.test(String(value))

/** Webhook endpoints (spec 4.7, 2.5, 6; D2, D12, D13). */
export const webhookChecks: Check[] = [
  {
    id: 'endpoints-list',
    row: '4.7',
    title: 'endpoints are listed as an array, with their fields and without secrets',
    async run({ probe, ways }) {
      const exchange = await probe.send({ method: 'GET', path: ways.webhooks })
      expectStatus(exchange, 200)
      expectThat(Array.isArray(exchange.json), 'the answer is no array', exchange)
      await each(exchange.json as unknown[], async (endpoint) => {
        expectNoSecret(exchange, fieldsOf(endpoint))
        expectValid(exchange, webhookEndpointSchema, endpoint)
      })
    },
  },
  {
    id: 'endpoint-created',
    row: '4.7',
    title: 'an endpoint is created with its secret, active and as asked for, without updated_at',
    needs,
    async run(context) {
      const exchange = await sendEndpoint(context)
      expectStatus(exchange, 200, 201)
      const asked = fieldsOf(JSON.parse(exchange.request.body ?? '{}'))
      const { events, is_active, url, secret, created_at } = expectValid(
        exchange,
        createdWebhookEndpointSchema,
      )
      expectThat(!('updated_at' in fieldsOf(exchange.json)), 'updated_at is in the answer', exchange)
      expectThat(url === asked['url'], `the url is ${url}`, exchange)
      expectThat(sameEvents(events, asked['events']), `events are ${events.join()}`, exchange)
      expectThat(is_active, 'a new endpoint is not active', exchange)
      expectThat(secret.length > 0, 'the secret is empty', exchange)
      expectThat(isUtc(created_at), `created_at is ${created_at}, not in UTC`, exchange)
    },
  },
  {
    id: 'endpoint-status',
    row: 'D2',
    title: 'the status of creating an endpoint',
    needs,
    after: ['endpoint-created'],
    async run(context) {
      const { status } = (await createEndpoint(context)).exchange
      expectThat(status === 201, `${status}`)
      return '201'
    },
  },
  {
    id: 'endpoint-listed',
    row: '4.7',
    title: 'a created endpoint is listed with the same fields, updated_at and no secret',
    needs,
    after: ['endpoint-created', 'endpoints-list'],
    async run(context) {
      const { id, fields, secret } = await createEndpoint(context, {
        events: ['booking.created', 'message.received'],
      })
      const { list, exchange } = await listEndpoints(context)
      const listed = list.filter((endpoint) => endpoint['id'] === id)
      const [endpoint] = listed
      expectThat(
        listed.length === 1 && endpoint !== undefined,
        `the endpoint is listed ${listed.length} times`,
        exchange,
      )
      expectNoSecret(exchange, endpoint, secret)
      expectValid(exchange, webhookEndpointSchema, endpoint)
      expectThat(
        sameEvents(endpoint['events'], fields['events']),
        'events of the list are not those of the creation',
        exchange,
      )
      for (const name of ['url', 'is_active', 'created_at']) {
        const same = JSON.stringify(endpoint[name]) === JSON.stringify(fields[name])
        expectThat(same, `${name} of the list is not that of the creation`, exchange)
      }
      expectThat(isUtc(endpoint['updated_at']), 'updated_at is not in UTC', exchange)
    },
  },
  {
    id: 'endpoint-updated',
    row: '4.7',
    title: 'an update changes only what is sent, and answers with the endpoint without its secret',
    needs,
    after: ['endpoint-created'],
    async run(context) {
      const { id, fields, secret } = await createEndpoint(context)
      const exchange = await patchEndpoint(context, id, { is_active: false })
      expectStatus(exchange, 200)
      const off = expectValid(exchange, webhookEndpointSchema)
      expectNoSecret(exchange, fieldsOf(exchange.json), secret)
      expectThat(
        off.id === id && !off.is_active && off.url === fields['url'],
        'switching it off changed something else, or nothing',
        exchange,
      )
      expectThat(sameEvents(off.events, fields['events']), 'its events changed', exchange)
      const next = await patchEndpoint(context, id, { events: ['booking.cancelled'] })
      expectStatus(next, 200)
      const other = expectValid(next, webhookEndpointSchema)
      expectThat(
        other.events.join() === 'booking.cancelled' && !other.is_active,
        'its events are not those sent, or it is active again',
        next,
      )
      const { list, exchange: listed } = await listEndpoints(context)
      const kept = list.find((endpoint) => endpoint['id'] === id)
      expectThat(
        kept?.['is_active'] === false && JSON.stringify(kept['events']) === '["booking.cancelled"]',
        'the list has not the update',
        next,
        listed,
      )
      const url = `${off.url}?moved`
      const moved = await patchEndpoint(context, id, { url })
      expectThat(moved.status === 200 && fieldsOf(moved.json)['url'] === url, 'its url did not change', moved)
    },
  },
  {
    id: 'deliveries-list',
    row: '4.7',
    title: 'the deliveries of an endpoint are listed as an array, of a new one an empty one',
    needs,
    async run(context) {
      const { id } = await createEndpoint(context)
      const { probe, ways } = context
      const exchange = await probe.send({ method: 'GET', path: `${ways.webhooks}/${id}/deliveries` })
      expectStatus(exchange, 200)
      expectThat(Array.isArray(exchange.json), 'the answer is no array', exchange)
      expectThat(exchange.json.length === 0, 'a new endpoint has deliveries', exchange)
    },
  },
  {
    id: 'endpoint-deleted',
    row: '4.7',
    title: 'deleting an endpoint is 204 and takes its deliveries along',
    needs,
    async run(context) {
      const { id } = await createEndpoint(context)
      const { id: other } = await createEndpoint(context)
      await listDeliveries(context, id)
      const deleted = await removeEndpoint(context, id)
      expectStatus(deleted, 204)
      expectThat(deleted.text === '', '204 has no body', deleted)
      const { probe, ways } = context
      expectStatus(await probe.send({ method: 'GET', path: `${ways.webhooks}/${id}/deliveries` }), 404)
      expectStatus(await removeEndpoint(context, id), 404)
      const rest = await listEndpoints(context)
      expectThat(!rest.exchange.text.includes(id), 'the endpoint is still listed', deleted, rest.exchange)
      expectThat(rest.exchange.text.includes(other), 'another endpoint is gone too', deleted, rest.exchange)
    },
  },
  {
    id: 'all-events',
    row: '6',
    title: 'every event of the specification can be subscribed to',
    needs,
    after: ['endpoint-created'],
    async run(context) {
      const { fields, id, exchange } = await createEndpoint(context, { events: [...eventTypes] })
      await removeEndpoint(context, id)
      const events = Array.isArray(fields['events']) ? fields['events'] : []
      const lacking = eventTypes.filter((type) => !events.includes(type))
      expectThat(lacking.length === 0, `not subscribed to ${lacking.join(', ')}`, exchange)
    },
  },
  {
    id: 'unknown-event',
    row: '6',
    title: 'an event that is none of the specification cannot be subscribed to',
    needs,
    async run(context) {
      expectRefused(await sendEndpoint(context, { events: ['no.such.event'] }), 'the event no.such.event')
    },
  },
  {
    id: 'secret-form',
    row: 'D12',
    title: 'the form of the secret; every endpoint has one of its own',
    needs,
    async run(context) {
      const { secret } = await createEndpoint(context)
      const { secret: other } = await createEndpoint(context)
      expectThat(secret !== other, 'two endpoints have one secret')
      expectThat(/^whsec_[\w-]{43}$/.test(secret), 'not whsec_ and 32 bytes in base64url')
      return 'whsec_ and 32 bytes in base64url, one each'
    },
  },
  {
    id: 'endpoint-order',
    row: 'D12',
    title: 'endpoints are listed newest first',
    needs,
    after: ['endpoint-listed'],
    async run(context) {
      const ids = [await createEndpoint(context), await createEndpoint(context)].map(({ id }) => id)
      const { list, exchange } = await listEndpoints(context)
      const at = ids.map((id) => list.findIndex((endpoint) => endpoint['id'] === id))
      expectThat((at[0] ?? 0) > (at[1] ?? 0) && at[1] === 0, 'not newest first', exchange)
      return 'newest first'
    },
  },
  {
    id: 'updated-at',
    row: 'D12',
    title:
      'updated_at is created_at until the first PATCH, then the time of the last, whether or not it changed anything',
    needs,
    after: ['endpoint-updated', 'endpoint-listed'],
    async run(context) {
      const { id, fields } = await createEndpoint(context)
      const before = (await listEndpoints(context)).list.find((endpoint) => endpoint['id'] === id)
      expectThat(before?.['updated_at'] === fields['created_at'], 'before a change it is not created_at')
      // More than a second: some write whole seconds.
      await context.runtime.pause(1_100)
      const exchange = await patchEndpoint(context, id, { is_active: true })
      const { updated_at } = fieldsOf(exchange.json)
      const later = (await createEndpoint(context)).fields['created_at']
      if (later === fields['created_at'])
        throw new Skip('the clock stands still; on one that runs it would run')
      expectThat(
        Date.parse(String(updated_at)) > Date.parse(String(fields['created_at'])),
        `after a PATCH it is ${String(updated_at)}`,
        exchange,
      )
      return 'the last PATCH'
    },
  },
  {
    id: 'url-forms',
    row: 'D12',
    title: 'URLs that are refused',
    needs,
    async run(context) {
      const bad = [
        '',
        'example.com',
        'ftp://example.com/',
        'javascript:alert(1)',
        'https://user:pw@example.com/',
        `https://example.com/${'x'.repeat(2_048)}`,
        'https://example.com/#part',
        'http://example.com/',
        5,
        null,
      ]
      await each(bad, async (url) => void expectErrorAt(await sendEndpoint(context, { url }), 'url'))
      return 'not https, user info, fragment, over 2048 characters'
    },
  },
  {
    id: 'private-addresses',
    row: 'D12',
    title: 'private, link-local and metadata addresses are refused',
    needs,
    after: ['url-forms'],
    async run(context) {
      const bad = [
        'https://10.0.0.1/',
        'https://192.168.1.1/',
        'https://172.16.0.1/',
        'https://169.254.169.254/',
        'https://[fd00::1]/',
        'https://[fe80::1]/',
        'https://0.0.0.0/',
        'https://0x0a000001/',
      ]
      await each(bad, async (url) => void expectErrorAt(await sendEndpoint(context, { url }), 'url'))
      return 'refused'
    },
  },
  {
    id: 'event-lists',
    row: 'D12',
    title: 'lists of events that are refused: none, duplicates, unknown ones by their place',
    needs,
    after: ['unknown-event'],
    async run(context) {
      const bad: [unknown, string][] = [
        [[], 'events'],
        [undefined, 'events'],
        [['payment.created', 'payment.created'], 'events'],
        ['payment.created', 'events'],
        [null, 'events'],
        [['payment.created', 'no.such.event'], 'events.1'],
      ]
      await each(
        bad,
        async ([events, path]) => void expectErrorAt(await sendEndpoint(context, { events }), path),
      )
      return 'refused at events, or events.1'
    },
  },
  {
    id: 'empty-endpoint-update',
    row: 'D12',
    title: 'an update of an endpoint names at least one field, each of its type',
    needs,
    async run(context) {
      const { id } = await createEndpoint(context)
      expectErrorAt(await patchEndpoint(context, id, {}), '')
      expectErrorAt(await patchEndpoint(context, id, { is_active: 'no' }), 'is_active')
      return '400 validation_error'
    },
  },
  {
    id: 'endpoint-limit',
    row: 'D12',
    title: 'a property has at most 50 endpoints: the 51st is refused, at the body as a whole',
    needs,
    after: ['endpoint-created'],
    async run(context) {
      const { list, exchange } = await listEndpoints(context)
      const most = limits.endpointsPerProperty
      expectThat(list.length <= most, `the property has ${list.length} already`, exchange)
      for (let count = list.length + 1; count <= most; count++) {
        const created = await sendEndpoint(context)
        expectThat(created.status < 300, `endpoint ${count} is refused`, created)
      }
      expectErrorAt(await sendEndpoint(context), '')
      return '50; one more is 400 validation_error'
    },
  },
]
