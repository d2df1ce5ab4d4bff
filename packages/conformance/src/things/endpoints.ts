import { eventTypes } from '@svc/models'
import type { CheckContext } from '../check.ts'
import type { Exchange } from '../exchange.ts'
import { fieldsOf, keyed, objectsOf } from '../expect.ts'
import type { Receiver } from '../receivers.ts'
import { Follows, Skip } from '../verdict.ts'

/** What an endpoint is called where it is to be removed. */
export const endpointWord = 'webhook endpoint'

/** Reserved for documentation. */
const quietUrl = 'https://svc-conformance.example.com/hook'

/** An event that only inbound messages fire: so nothing is sent to an endpoint of the kit. */
const quietEvents: readonly string[] = ['message.received']

/** Sends a creation, and sees to it that what it may have created is deleted at the end. */
export async function sendEndpoint(
  context: CheckContext,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = keyed(),
): Promise<Exchange> {
  const url = 'url' in fields ? fields['url'] : await quietAddress(context)
  return createAt(context, { events: quietEvents, ...fields, url }, headers)
}

async function createAt(
  context: CheckContext,
  body: Record<string, unknown>,
  headers: Record<string, string> = keyed(),
): Promise<Exchange> {
  const exchange = await context.probe.send({ method: 'POST', path: context.ways.webhooks, headers, body })
  const { id } = fieldsOf(exchange.json)
  if (exchange.status < 300 && typeof id === 'string' && !exchange.headers['idempotent-replayed']) {
    context.cleanUp(`${endpointWord} ${id}`, () => removeEndpoint(context, id))
  }
  return exchange
}

/**
 * An address that the server takes: one that looks names up refuses those of documents.
 *
 * @throws Skip when the run has no address that it would take
 */
function quietAddress(context: CheckContext): Promise<string> {
  return context.once('quiet address', async () => {
    const candidates = context.webhookUrl
      ? [context.webhookUrl]
      : [quietUrl, ...(context.receivers ? [context.receivers.open().url] : [])]
    let last: Exchange | undefined
    for (const url of candidates) {
      last = await createAt(context, { url, events: quietEvents })
      if (last.status < 300) return url
      if (last.status !== 400 && last.status !== 422) break
    }
    const told = context.webhookUrl ?? context.receivers
    if (told || !last || (last.status !== 400 && last.status !== 422)) return candidates[0] ?? quietUrl
    throw new Skip(
      `the server refuses ${quietUrl}; --webhook-url with an address that it takes would let it run`,
    )
  })
}

export async function removeEndpoint(context: CheckContext, id: string): Promise<Exchange> {
  const { probe, ways, gone } = context
  const exchange = await probe.send({ method: 'DELETE', path: `${ways.webhooks}/${id}` })
  if (exchange.status === 204) gone(`${endpointWord} ${id}`)
  return exchange
}

export interface SomeEndpoint {
  id: string
  secret: string
  fields: Record<string, unknown>
  exchange: Exchange
}

/** @throws Follows when the server creates no endpoint with id and secret */
export async function createEndpoint(
  context: CheckContext,
  given: Record<string, unknown> = {},
): Promise<SomeEndpoint> {
  const exchange = await sendEndpoint(context, given)
  const fields = fieldsOf(exchange.json)
  const { id, secret } = fields
  if (exchange.status >= 300 || typeof id !== 'string' || typeof secret !== 'string') {
    throw new Follows('endpoint-created', `an endpoint was not created (${exchange.status})`, exchange)
  }
  return { id, secret, fields, exchange }
}

export const patchEndpoint = (
  { probe, ways }: CheckContext,
  id: string,
  body: unknown,
  headers: Record<string, string> = keyed(),
): Promise<Exchange> => probe.send({ method: 'PATCH', path: `${ways.webhooks}/${id}`, headers, body })

/** @throws Follows when the server lists no endpoints */
export async function listEndpoints({
  probe,
  ways,
}: CheckContext): Promise<{ list: Record<string, unknown>[]; exchange: Exchange }> {
  const exchange = await probe.send({ method: 'GET', path: ways.webhooks })
  if (exchange.status !== 200 || !Array.isArray(exchange.json)) {
    throw new Follows('endpoints-list', 'endpoints are not listed', exchange)
  }
  return { list: objectsOf(exchange.json), exchange }
}

/** @throws Follows when the server lists no deliveries */
export async function listDeliveries(
  { probe, ways }: CheckContext,
  id: string,
): Promise<{ list: Record<string, unknown>[]; exchange: Exchange }> {
  const exchange = await probe.send({ method: 'GET', path: `${ways.webhooks}/${id}/deliveries` })
  if (exchange.status !== 200 || !Array.isArray(exchange.json)) {
    throw new Follows('deliveries-list', 'deliveries are not listed', exchange)
  }
  return { list: objectsOf(exchange.json), exchange }
}

export interface Listening extends SomeEndpoint {
  receiver: Receiver
}

/**
 * An endpoint whose receiver is this run's.
 *
 * @throws Skip when there is no inbox that the server can reach
 */
export async function listen(
  context: CheckContext,
  events: readonly string[] = eventTypes,
): Promise<Listening> {
  const receiver = context.receivers?.open()
  if (!receiver) throw new Skip('needs --inbox-url')
  const exchange = await sendEndpoint(context, { url: receiver.url, events })
  const fields = fieldsOf(exchange.json)
  const { id, secret } = fields
  if (exchange.status === 400 || exchange.status === 422) {
    throw new Skip(
      `the server refuses ${receiver.url}; --inbox-url with an address that it takes would let it run`,
    )
  }
  if (exchange.status >= 300 || typeof id !== 'string' || typeof secret !== 'string') {
    throw new Follows('endpoint-created', `an endpoint was not created (${exchange.status})`, exchange)
  }
  return { receiver, id, secret, fields, exchange }
}
