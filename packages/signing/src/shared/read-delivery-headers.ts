import { HeaderError } from '../errors.ts'
import type { DeliveryHeaders } from '../types.ts'
import {
  DEFAULT_PREFIX,
  type HeaderOption,
  headerNames,
  type PrefixOption,
  signatureHeaders,
} from './header-names.ts'
import { type OptionNames, refuseUnknown } from './known-options.ts'

const optionNames: OptionNames<PrefixOption & HeaderOption> = { prefix: true, header: true }

/** `Headers`, Node's `request.headers`, a `Map`, a list of pairs, or anything with a `get`. */
export type HeadersLike =
  | Iterable<readonly [string, unknown]>
  | Readonly<Record<string, unknown>>
  | {
      /** The value of a header, whatever the case of its name; null: there is none. */
      get(name: string): unknown
    }

/**
 * Picks the three delivery headers, whatever the case of their names. A header that came several times
 * reads as its values joined by `, `, as Node and Fetch join them (RFC 9110 section 5.3), and so never verifies.
 * Nothing in the headers makes it throw.
 *
 * The signature covers the body alone: whoever replays a delivery can change the other two headers. Take `id` and
 * `type` for logs and routing, and decide on those in the verified body.
 *
 * @throws {HeaderError} `invalid_header` for a prefix that cannot start a header name, for a name that is none, and for a
 *   whole request in place of its headers
 */
export function readDeliveryHeaders(
  headers: HeadersLike,
  options: PrefixOption & HeaderOption = {},
): DeliveryHeaders {
  refuseUnknown('readDeliveryHeaders', options, optionNames)
  refuseRequest(headers)
  const names = headerNames(options.prefix ?? DEFAULT_PREFIX)
  return {
    id: readHeader(headers, names.delivery),
    type: readHeader(headers, names.event),
    signature: firstHeader(signatureHeaders(options), (name) => readHeader(headers, name)),
  }
}

/** A whole request has none of the names itself: every delivery would seem to come without a signature. */
function refuseRequest(given: unknown): void {
  if (typeof given !== 'object' || given === null || !('headers' in given)) return
  // A header that is named so has text in it, or a list.
  if (typeof given.headers !== 'object' || given.headers === null || Array.isArray(given.headers)) return
  throw new HeaderError(
    'invalid_header',
    'readDeliveryHeaders takes the headers, not the request: give request.headers.',
  )
}

/** The value of the first of these headers that was sent with one, or what the last of them gives. */
export function firstHeader<Value>(names: readonly string[], read: (name: string) => Value): Value {
  const [name = '', ...others] = names
  const value = read(name)
  const sent =
    value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  return sent || others.length === 0 ? value : firstHeader(others, read)
}

/** One header's value, or `null`. */
export function readHeader(headers: unknown, name: string): string | null {
  if (typeof headers !== 'object' || headers === null) return null
  const wanted = name.toLowerCase()
  const values = isIterable(headers) || !hasGet(headers) ? [] : strings(headers.get(name))
  for (const entry of entries(headers)) {
    if (!Array.isArray(entry) || typeof entry[0] !== 'string') continue
    if (entry[0].toLowerCase() === wanted) values.push(...strings(entry[1]))
  }
  return values.length === 0 ? null : values.join(', ')
}

function entries(headers: object): Iterable<unknown> {
  return isIterable(headers) ? headers : Object.entries(headers)
}

function strings(value: unknown): string[] {
  const list: unknown[] = Array.isArray(value) ? value : [value]
  return list.filter((item): item is string => typeof item === 'string')
}

function isIterable(value: object): value is Iterable<unknown> {
  return Symbol.iterator in value
}

// A plain record may hold a header that is named `get`; its value is then no function.
function hasGet(value: object): value is { get(name: string): unknown } {
  return 'get' in value && typeof value.get === 'function'
}
