import {
  apiPrefix,
  createdWebhookEndpointSchema,
  type CreatedWebhookEndpoint,
  type CreateWebhookEndpoint,
  deliveryListSchema,
  eventTypes,
  webhookEndpointSchema,
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

const webhooks = `${apiPrefix}/webhooks`

/** Reserved for documentation, and an event that only inbound messages fire: so nothing is sent to it. */
const quiet: CreateWebhookEndpoint = {
  url: 'https://svc-conformance.example.com/hook',
  events: ['message.received'],
}

/** Sends a creation, and sees to it that what it may have created is deleted at the end. */
async function sendEndpoint(context: CheckContext, fields: Record<string, unknown> = {}): Promise<Exchange> {
  const body = { ...quiet, ...fields }
  const exchange = await context.probe.send({ method: 'POST', path: webhooks, headers: keyed(), body })
  const { id } = (exchange.json ?? {}) as { id?: string }
  if (exchange.status < 300 && id) {
    context.cleanUp(() => context.probe.send({ method: 'DELETE', path: `${webhooks}/${id}` }))
  }
  return exchange
}

/** @throws Violation unless an endpoint was created */
export async function createEndpoint(
  context: CheckContext,
  fields: Partial<CreateWebhookEndpoint> = {},
): Promise<CreatedWebhookEndpoint> {
  const exchange = await sendEndpoint(context, fields)
  expectStatus(exchange, 200, 201)
  return expectValid(exchange, createdWebhookEndpointSchema)
}

/** Webhook endpoints (spec 4.7, 2.5; D2, D12, D13). */
export const webhookChecks: Check[] = [
  {
    row: '4.7',
    title: 'an endpoint is created with its secret and without updated_at',
    needs: ['destructive'],
    async run(context) {
      const exchange = await sendEndpoint(context)
      expectStatus(exchange, 200, 201)
      const { events, is_active } = expectValid(exchange, createdWebhookEndpointSchema)
      expectThat(!('updated_at' in (exchange.json as object)), 'updated_at is in the answer', exchange)
      expectThat(
        is_active && JSON.stringify(events) === '["message.received"]',
        'another endpoint than asked for',
        exchange,
      )
    },
  },
  {
    row: 'D2',
    title: 'the status of creating an endpoint',
    needs: ['destructive'],
    async run(context) {
      expectStatus(await sendEndpoint(context), 201)
      return '201'
    },
  },
  {
    row: '4.7',
    title: 'the secret is returned only once',
    needs: ['destructive'],
    async run(context) {
      const { id, secret } = await createEndpoint(context)
      const listed = await context.probe.send({ method: 'GET', path: webhooks })
      expectThat(listed.text.includes(id), 'the endpoint is not listed', listed)
      expectThat(!listed.text.includes(secret), 'the list shows the secret')
      const path = `${webhooks}/${id}`
      const updated = await context.probe.send({
        method: 'PATCH',
        path,
        headers: keyed(),
        body: { is_active: false },
      })
      expectThat(!updated.text.includes(secret), 'the update shows the secret')
    },
  },
  {
    row: '4.7',
    title: 'an update changes only what is sent and answers with the endpoint',
    needs: ['destructive'],
    async run(context) {
      const { id } = await createEndpoint(context)
      const path = `${webhooks}/${id}`
      const exchange = await context.probe.send({
        method: 'PATCH',
        path,
        headers: keyed(),
        body: { is_active: false },
      })
      expectStatus(exchange, 200)
      const { is_active, url, events } = expectValid(exchange, webhookEndpointSchema)
      expectThat(
        !is_active && url === quiet.url && events.length === 1,
        'not the change that was asked for',
        exchange,
      )
    },
  },
  {
    row: '4.7',
    title: 'deliveries of a new endpoint are an empty array; deleting it is 204 and takes all along',
    needs: ['destructive'],
    async run(context) {
      const { id } = await createEndpoint(context)
      const deliveries = await context.probe.send({ method: 'GET', path: `${webhooks}/${id}/deliveries` })
      expectStatus(deliveries, 200)
      expectThat(
        expectValid(deliveries, deliveryListSchema).length === 0,
        'a new endpoint has deliveries',
        deliveries,
      )
      expectStatus(await context.probe.send({ method: 'DELETE', path: `${webhooks}/${id}` }), 204)
      expectStatus(await context.probe.send({ method: 'GET', path: `${webhooks}/${id}/deliveries` }), 404)
      expectStatus(await context.probe.send({ method: 'DELETE', path: `${webhooks}/${id}` }), 404)
    },
  },
  {
    row: 'D12',
    title: 'the form of the secret',
    needs: ['destructive'],
    async run(context) {
      const { secret } = await createEndpoint(context)
      expectThat(/^whsec_[\w-]{43}$/.test(secret), 'not whsec_ and 32 bytes in base64url')
      return 'whsec_ and 32 bytes in base64url'
    },
  },
  {
    row: 'D12',
    title: 'URLs that are refused',
    needs: ['destructive'],
    async run(context) {
      const long = `https://example.com/${'x'.repeat(2_048)}`
      const bad = [
        '',
        'example.com',
        'ftp://example.com/',
        'javascript:alert(1)',
        'https://user:pw@example.com/',
        long,
      ]
      await each([...bad, 'https://example.com/#part', 'http://example.com/', 5, null], async (url) => {
        expectErrorAt(await sendEndpoint(context, { url }), 'url')
      })
      return 'not https, user info, fragment, over 2048 characters'
    },
  },
  {
    row: 'D12',
    title: 'events that are refused',
    needs: ['destructive'],
    async run(context) {
      const bad = [[], ['no.such.event'], ['payment.created', 'payment.created'], 'payment.created', null]
      await each(bad, async (events) => {
        const exchange = await sendEndpoint(context, { events })
        const { details } = expectError(exchange, 'validation_error')
        expectThat(
          details?.some(({ path }) => path.startsWith('events')) === true,
          'the error does not name events',
          exchange,
        )
      })
      return 'none, unknown ones, duplicates'
    },
  },
  {
    row: '6',
    title: 'every event of the specification can be subscribed to',
    needs: ['destructive'],
    async run(context) {
      const { events, id } = await createEndpoint(context, { events: [...eventTypes] })
      await context.probe.send({ method: 'DELETE', path: `${webhooks}/${id}` })
      expectThat(
        eventTypes.every((type) => events.includes(type)),
        `subscribed to ${events.join(', ')} only`,
      )
    },
  },
]
