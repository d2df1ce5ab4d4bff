import type {
  CreatedWebhookEndpoint,
  CreateWebhookEndpoint,
  Delivery,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
} from '@svc/models'
import { type ApiPromise, eager } from '../api-promise.ts'
import type { Caller } from '../core/call/caller.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import { WholeList } from '../pagination.ts'

/** Webhook endpoints and their deliveries. */
export class Webhooks {
  readonly #call: Caller

  /** @internal */
  constructor(call: Caller) {
    this.#call = call
  }

  /** Every endpoint of the property, without the secrets. */
  list(options?: CallOptions): WholeList<WebhookEndpoint> {
    return new WholeList(() => this.#call('listWebhooks', { options }))
  }

  /** Registers an endpoint. `secret` of the answer signs its deliveries and is never shown again: keep it. */
  create(endpoint: CreateWebhookEndpoint, options?: WriteOptions): ApiPromise<CreatedWebhookEndpoint> {
    return eager(this.#call('createWebhook', { body: endpoint, options }))
  }

  /** Changes `url`, `events` or `is_active`; any of them, at least one. */
  update(id: string, changes: UpdateWebhookEndpoint, options?: WriteOptions): ApiPromise<WebhookEndpoint> {
    return eager(this.#call('updateWebhook', { id, body: changes, options }))
  }

  /** Removes an endpoint and all its delivery records. */
  delete(id: string, options?: CallOptions): ApiPromise<void> {
    return eager(this.#call('deleteWebhook', { id, options }))
  }

  /** The last 50 deliveries to an endpoint, newest first. */
  deliveries(id: string, options?: CallOptions): WholeList<Delivery> {
    return new WholeList(() => this.#call('listDeliveries', { id, options }))
  }
}
