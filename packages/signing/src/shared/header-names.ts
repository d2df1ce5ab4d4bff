import { HeaderError } from '../errors.ts'

/** What the header names of this service start with. */
export const DEFAULT_PREFIX = 'X-SVC'

/** Other services use the library with their own prefix: `X-Hub` is not `X-SVC`. */
export interface PrefixOption<Prefix extends string = string> {
  /**
   * What the names of the three headers start with.
   * @default 'X-SVC'
   */
  readonly prefix?: Prefix | undefined
}

export interface HeaderNames<Prefix extends string = string> {
  readonly signature: `${Prefix}-Signature`
  readonly event: `${Prefix}-Event`
  readonly delivery: `${Prefix}-Delivery`
}

// RFC 9110 section 5.6.2: what a header name may be made of.
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/

/** @throws {HeaderError} `invalid_header` for a prefix that cannot start a header name */
export function headerNames<Prefix extends string>(prefix: Prefix): HeaderNames<Prefix> {
  if (!TOKEN.test(prefix)) {
    throw new HeaderError(
      'invalid_header',
      `The prefix ${JSON.stringify(prefix)} cannot start a header name.`,
    )
  }
  return { signature: `${prefix}-Signature`, event: `${prefix}-Event`, delivery: `${prefix}-Delivery` }
}
