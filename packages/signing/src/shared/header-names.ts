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

/** The header of a service that names it otherwise than `<prefix>-Signature`. */
export interface HeaderOption {
  /**
   * Name of the header with the signature, or several: the first one that a request carries counts.
   * @default `<prefix>-Signature`
   */
  readonly header?: string | readonly string[] | undefined
}

export interface HeaderNames<Prefix extends string = string> {
  readonly signature: `${Prefix}-Signature`
  readonly event: `${Prefix}-Event`
  readonly delivery: `${Prefix}-Delivery`
}

// RFC 9110 section 5.6.2: what a header name may be made of.
const isToken = (name: unknown): boolean => typeof name === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(name)

/**
 * The names of the headers that may hold the signature.
 *
 * @throws {HeaderError} `invalid_header` for what is no name of a header, and for an empty list
 */
export function signatureHeaders({
  header,
  prefix = DEFAULT_PREFIX,
}: HeaderOption & PrefixOption): readonly string[] {
  if (header === undefined) return [headerNames(prefix).signature]
  const names: unknown = typeof header === 'string' ? [header] : header
  if (Array.isArray(names) && names.length > 0 && names.every(isToken)) return names as string[]
  throw new HeaderError(
    'invalid_header',
    `The option \`header\` is ${JSON.stringify(header)}: give the name of a header, or several.`,
  )
}

/** @throws {HeaderError} `invalid_header` for a prefix that cannot start a header name */
export function headerNames<Prefix extends string>(prefix: Prefix): HeaderNames<Prefix> {
  if (!isToken(prefix)) {
    throw new HeaderError(
      'invalid_header',
      `The prefix ${JSON.stringify(prefix)} cannot start a header name.`,
    )
  }
  return { signature: `${prefix}-Signature`, event: `${prefix}-Event`, delivery: `${prefix}-Delivery` }
}
