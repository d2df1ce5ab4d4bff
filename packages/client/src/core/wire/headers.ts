import { headerNames } from '@svc/models/vocabulary'

/** Headers that the client sets itself or that belong to the connection. */
const reserved = new Set([
  headerNames.apiKey.toLowerCase(),
  headerNames.idempotencyKey.toLowerCase(),
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])

/** A token of RFC 9110 5.6.2. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Visible ASCII, spaces and tabs: nothing that could start a header of its own. */
const headerValue = /^[\t\x20-\x7e]*$/

/** Whether a text can be a header's value as it is. */
export const isHeaderValue = (value: unknown): value is string =>
  typeof value === 'string' && headerValue.test(value)

/** What is wrong with a header that a caller wants to add, in words that follow its name; undefined: nothing. */
export function headerProblem(name: string, value: unknown): string | undefined {
  if (!headerName.test(name)) return 'is not a header name'
  if (reserved.has(name.toLowerCase())) return 'is set by the client'
  if (!isHeaderValue(value)) return 'must be a string of printable ASCII characters without line breaks'
  return undefined
}

/** Response headers: names in lower case, repeated ones joined with a comma. */
export type AnswerHeaders = Readonly<Record<string, string>>

/** Brings undici's headers to one string a name. */
export function joinHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  redact: (text: string) => string,
): AnswerHeaders {
  const joined: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      joined[name.toLowerCase()] = redact(Array.isArray(value) ? value.join(', ') : value)
  }
  return joined
}

/** How a body is coded, as one list. */
export function contentEncoding(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const value = headers['content-encoding']
  return Array.isArray(value) ? value.join(',') : value
}
