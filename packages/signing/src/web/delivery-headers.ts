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
 * Rejects with {@link SecretError}, {@link BodyError} or {@link HeaderError} for what cannot be signed or sent.
 */
export async function deliveryHeaders<const Prefix extends string = 'X-SVC'>(
  options: DeliveryOptions<Prefix>,
): Promise<SignedHeaders<Prefix>> {
  checkDelivery(options)
  return assembleHeaders(options, await sign(options.body, options.secret))
}
