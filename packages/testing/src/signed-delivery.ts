import type { OptionNames } from '@svc/models'
import { deliveryHeaders, type Secret, type SignedHeaders } from '@svc/signing'
import { checkOptions } from './check-options.ts'
import { TestingError } from './errors.ts'

/** How a delivery is signed. */
export interface SignedDeliveryOptions<Prefix extends string = 'X-SVC'> {
  /** The endpoint's signing secret, `whsec_…`. */
  secret: Secret
  /** What the names of the headers start with. @default 'X-SVC' */
  prefix?: Prefix | undefined
}

/** A delivery, ready to be posted to a receiver. */
export interface SignedDelivery<Prefix extends string = 'X-SVC'> {
  /** Headers of the POST, the signature among them. */
  headers: SignedHeaders<Prefix>
  /** The exact text that is signed: send it as it is. */
  body: string
}

const optionNames: OptionNames<SignedDeliveryOptions> = { secret: true, prefix: true }

/**
 * The request that the service would send for an event: its body and its headers with a valid signature.
 * Tests a receiver without any sandbox.
 *
 * @throws {SecretError} from `@svc/signing` for an empty secret
 * @example
 * const { headers, body } = signedDelivery(makeEvent('payment.created'), { secret })
 * const response = await app.inject({ method: 'POST', url: '/webhooks', headers, body })
 */
export function signedDelivery<const Prefix extends string = 'X-SVC'>(
  event: { readonly id: string; readonly type: string },
  options: SignedDeliveryOptions<Prefix>,
): SignedDelivery<Prefix> {
  checkOptions('signedDelivery', options, optionNames)
  if (typeof event?.id !== 'string' || typeof event.type !== 'string') {
    throw new TestingError(
      'invalid_option',
      "signedDelivery: the event must have an id and a type, as makeEvent('payment.created') has.",
    )
  }
  if (!options) {
    throw new TestingError(
      'invalid_option',
      "signedDelivery: give the endpoint's secret: signedDelivery(event, { secret }).",
    )
  }
  const { secret, prefix } = options
  const body = JSON.stringify(event)
  return { headers: deliveryHeaders<Prefix>({ id: event.id, type: event.type, body, secret, prefix }), body }
}
