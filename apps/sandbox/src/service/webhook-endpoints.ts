import { defaultOverlapSeconds, type RotatedSecret, type RotateInput } from '@svc/control'
import {
  type CreateWebhookEndpoint,
  type CreatedWebhookEndpoint,
  type Delivery,
  type UpdateWebhookEndpoint,
  type WebhookEndpoint,
  limits,
} from '@svc/models'
import { selectEndpointDeliveries } from '../storage/queries/deliveries.ts'
import { lockProperty } from '../storage/queries/properties.ts'
import {
  type EndpointRow,
  changeEndpoint,
  countEndpoints,
  endpointExists,
  insertEndpoint,
  lockEndpoint,
  removeEndpoint,
  selectEndpoints,
} from '../storage/queries/webhook-endpoints.ts'
import type { Db } from '../storage/storage.ts'
import type { ServiceContext } from './context.ts'
import { invalid, notFound } from './errors.ts'
import { newSigningSecret } from './tokens.ts'
import { webhookUrlProblem } from './webhook-url.ts'
import { readId, timestamp, timestampOrNull } from './wire.ts'

function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    url: row.url,
    events: JSON.parse(row.events) as string[],
    is_active: row.is_active === 1,
    created_at: timestamp(row.created_at),
    updated_at: timestamp(row.updated_at),
  }
}

function checkUrl(context: ServiceContext, url: string): void {
  const message = webhookUrlProblem(url, context.targets)
  if (message !== undefined) throw invalid([{ path: 'url', message }])
}

/** The endpoints of a property, newest first, without their secrets. */
export async function listEndpoints(db: Db, propertyId: string): Promise<WebhookEndpoint[]> {
  return (await selectEndpoints(db, propertyId)).map(toEndpoint)
}

/**
 * Creates an endpoint, switched on (spec 4.7). This answer alone carries its secret.
 *
 * @throws ServiceError `validation_error` for a URL outside the target policy, or the 51st endpoint of a property
 */
export async function createEndpoint(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  input: CreateWebhookEndpoint,
): Promise<CreatedWebhookEndpoint> {
  checkUrl(context, input.url)
  await lockProperty(tx, propertyId)
  if ((await countEndpoints(tx, propertyId)) >= limits.endpointsPerProperty) {
    const most = `the ${limits.endpointsPerProperty} that a property may have`
    throw invalid([
      { path: '', message: `asks for one webhook endpoint more than ${most}: delete one first` },
    ])
  }
  const secret = newSigningSecret(context.runtime)
  const id = context.runtime.uuid()
  const now = context.runtime.clock.now()
  await insertEndpoint(tx, {
    id,
    property_id: propertyId,
    url: input.url,
    secret: context.secrets.seal(secret),
    previous_secret: null,
    previous_secret_until: null,
    events: JSON.stringify(input.events),
    is_active: 1,
    created_at: now,
    updated_at: now,
  })
  return { id, url: input.url, secret, events: input.events, is_active: true, created_at: timestamp(now) }
}

/**
 * Changes the given fields of an endpoint. When it is switched on again, its waiting deliveries are sent.
 *
 * @throws ServiceError `not_found`; `validation_error` for a URL outside the target policy
 */
export async function updateEndpoint(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  endpointId: string,
  changes: UpdateWebhookEndpoint,
): Promise<WebhookEndpoint> {
  if (changes.url !== undefined) checkUrl(context, changes.url)
  const id = readId(endpointId)
  const before = id && (await lockEndpoint(tx, propertyId, id))
  if (!before) throw notFound('webhook endpoint', endpointId)
  const after: EndpointRow = {
    ...before,
    url: changes.url ?? before.url,
    events: changes.events ? JSON.stringify(changes.events) : before.events,
    is_active: changes.is_active === undefined ? before.is_active : Number(changes.is_active),
    updated_at: context.runtime.clock.now(),
  }
  const { url, events, is_active, updated_at } = after
  await changeEndpoint(tx, propertyId, before.id, { url, events, is_active, updated_at })
  if (is_active > before.is_active) await context.storage.notify(tx, 'deliveries')
  return toEndpoint(after)
}

/**
 * Removes an endpoint with all its deliveries and their attempts.
 *
 * @throws ServiceError `not_found`
 */
export async function deleteEndpoint(tx: Db, propertyId: string, endpointId: string): Promise<void> {
  const id = readId(endpointId)
  if (!id || !(await removeEndpoint(tx, propertyId, id))) throw notFound('webhook endpoint', endpointId)
}

/**
 * Gives an endpoint a new secret, with which deliveries are signed at once. The one before stays valid for a while, for
 * receivers that still expect it.
 *
 * @throws ServiceError `not_found`
 */
export async function rotateEndpointSecret(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  endpointId: string,
  { overlap_seconds = defaultOverlapSeconds }: RotateInput,
): Promise<RotatedSecret> {
  const id = readId(endpointId)
  const before = id && (await lockEndpoint(tx, propertyId, id))
  if (!before) throw notFound('webhook endpoint', endpointId)
  const now = context.runtime.clock.now()
  const until = now + Math.round(overlap_seconds * 1000)
  const secret = newSigningSecret(context.runtime)
  await changeEndpoint(tx, propertyId, before.id, {
    secret: context.secrets.seal(secret),
    previous_secret: before.secret,
    previous_secret_until: until,
    updated_at: now,
  })
  return { id: before.id, secret, previous_secret_until: timestamp(until) }
}

/**
 * The last 50 deliveries of an endpoint, newest first (spec 4.7, 8).
 *
 * @throws ServiceError `not_found`
 */
export async function listEndpointDeliveries(
  db: Db,
  propertyId: string,
  endpointId: string,
): Promise<Delivery[]> {
  const id = readId(endpointId)
  if (!id || !(await endpointExists(db, propertyId, id))) throw notFound('webhook endpoint', endpointId)
  const rows = await selectEndpointDeliveries(db, propertyId, id, limits.deliveryHistory)
  return rows.map((row) => ({
    id: row.id,
    event_type: row.event_type,
    status: row.status,
    attempts: row.attempts,
    last_attempted_at: timestampOrNull(row.last_attempted_at),
    delivered_at: timestampOrNull(row.delivered_at),
    response_status: row.response_status,
    response_body: row.response_body,
    created_at: timestamp(row.created_at),
  }))
}
