import { HeaderError } from '../errors.ts'
import type { RawBody, Secret } from '../types.ts'
import { DEFAULT_PREFIX, headerNames, type PrefixOption } from './header-names.ts'
import { type OptionNames, refuseUnknown } from './known-options.ts'

/** What a delivery is made of. */
export interface DeliveryOptions<Prefix extends string = 'X-SVC'> extends PrefixOption<Prefix> {
  /** The delivery's UUID, equal to `id` in the body, the same over all attempts. */
  readonly id: string
  /** The event's name, equal to `type` in the body. */
  readonly type: string
  /** The very bytes that will be sent. */
  readonly body: RawBody
  /** The endpoint's current secret. */
  readonly secret: Secret
}

/** The four headers of a delivery, under the names they travel with. */
export type SignedHeaders<Prefix extends string = 'X-SVC'> = Record<
  'Content-Type' | `${Prefix}-Signature` | `${Prefix}-Event` | `${Prefix}-Delivery`,
  string
>

const optionNames: OptionNames<DeliveryOptions> = {
  id: true,
  type: true,
  body: true,
  secret: true,
  prefix: true,
}

/** @throws {SigningError} `invalid_option`, before anything is signed */
export function checkDelivery(options: unknown): void {
  refuseUnknown('deliveryHeaders', options, optionNames)
}

/** Puts the headers together around a signature that the caller has made. */
export function assembleHeaders<Prefix extends string>(
  options: DeliveryOptions<Prefix>,
  signature: string,
): SignedHeaders<Prefix> {
  const { id, type, prefix } = options
  const names = headerNames(prefix ?? DEFAULT_PREFIX)
  return {
    'Content-Type': 'application/json',
    [names.signature]: signature,
    [names.event]: headerValue('type', type),
    [names.delivery]: headerValue('id', id),
  } as SignedHeaders<Prefix>
}

// A line break here would let the one who chose the value add more headers.
function headerValue(name: string, value: string): string {
  if (typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)) return value
  if (value === undefined) {
    throw new HeaderError(
      'invalid_header',
      `The delivery's ${name} is missing: give { id, type, body, secret }.`,
    )
  }
  throw new HeaderError(
    'invalid_header',
    `The delivery's ${name} is ${JSON.stringify(value)}: a header takes visible ASCII characters without spaces.`,
  )
}
