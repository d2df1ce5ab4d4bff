import {
  createdWebhookEndpointSchema,
  createWebhookEndpointSchema,
  timestamp,
  updateWebhookEndpointSchema,
  uuid,
  webhookEndpointListSchema,
  webhookEndpointSchema,
  type WebhookEndpoint,
  lazily,
} from '@svc/models'
import * as z from 'zod/mini'
import { seconds } from './fields.ts'
import type { ControlOperation } from './operation.ts'

/** A webhook endpoint as the control API shows it: that of the client API, without its secret. */
export type ControlEndpoint = WebhookEndpoint

/** Seconds for which the old secret stays valid when a rotation does not say. */
export const defaultOverlapSeconds = 86_400

/** Body of `POST …/rotate-secret`. */
export const rotateInputSchema = /* @__PURE__ */ lazily(() =>
  z.strictObject({
    overlap_seconds: z
      .optional(seconds(31_536_000, 'must be at most one year'))
      .check(
        z.describe('Virtual seconds for which the old secret stays valid, 0–31,536,000. Default 86400.'),
      ),
  }),
)
/** How long receivers may still expect the old secret of an endpoint whose secret changes. */
export type RotateInput = {
  /** Virtual seconds for which the old secret stays valid, 0–31,536,000. Default 86400. */
  overlap_seconds?: number | undefined
}

/** The new secret of an endpoint: deliveries are signed with it at once. */
export const rotatedSecretSchema = /* @__PURE__ */ lazily(() =>
  z.looseObject({
    id: uuid().check(z.describe('The endpoint.')),
    secret: z.string().check(z.describe('The new secret. Keep it: it is never shown again.')),
    previous_secret_until: timestamp().check(
      z.describe('Until then, on the virtual clock, deliveries are signed with both.'),
    ),
  }),
)
/** The new secret of an endpoint: deliveries are signed with it at once. */
export type RotatedSecret = {
  /** The endpoint. A UUID. */
  id: string
  /** The new secret. Keep it: it is never shown again. */
  secret: string
  /** Until then, on the virtual clock, deliveries are signed with both. ISO 8601 in UTC: `2026-07-15T15:30:00.000Z`. */
  previous_secret_until: string
}

/** Webhook endpoints as people manage them in a dashboard, and the rotation of their secrets. */
export const webhookOperations = {
  listWebhooks: {
    method: 'GET',
    path: '/properties/{propertyId}/webhooks',
    tag: 'webhooks',
    summary: 'List webhook endpoints',
    status: 200,
    answer: webhookEndpointListSchema,
  },
  createWebhook: {
    method: 'POST',
    path: '/properties/{propertyId}/webhooks',
    tag: 'webhooks',
    summary: 'Create a webhook endpoint; its secret is shown once',
    body: createWebhookEndpointSchema,
    status: 201,
    answer: createdWebhookEndpointSchema,
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/properties/{propertyId}/webhooks/{endpointId}',
    tag: 'webhooks',
    summary: 'Change a webhook endpoint',
    body: updateWebhookEndpointSchema,
    status: 200,
    answer: webhookEndpointSchema,
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/properties/{propertyId}/webhooks/{endpointId}',
    tag: 'webhooks',
    summary: 'Delete a webhook endpoint and its deliveries',
    status: 204,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/properties/{propertyId}/webhooks/{endpointId}/rotate-secret',
    tag: 'webhooks',
    summary: 'Give a webhook endpoint a new signing secret',
    description:
      'Receivers can accept both secrets while they move (D14). This answer alone shows the new one.',
    body: rotateInputSchema,
    status: 200,
    answer: rotatedSecretSchema,
  },
} as const satisfies Record<string, ControlOperation>
