import {
  assembleHeaders,
  checkDelivery,
  type DeliveryOptions,
  type SignedHeaders,
} from '../shared/delivery-headers.ts'
import { sign } from './sign.ts'

/**
 * The four headers that a delivery travels with: content type, signature, event and delivery id.
 *
 * @throws {SecretError} for no secret or an empty one
 * @throws {BodyError} for a body that is neither bytes nor text
 * @throws {HeaderError} for an id, type or prefix that cannot stand in a header
 */
export function deliveryHeaders<const Prefix extends string = 'X-SVC'>(
  options: DeliveryOptions<Prefix>,
): SignedHeaders<Prefix> {
  checkDelivery(options)
  return assembleHeaders(options, sign(options.body, options.secret))
}
