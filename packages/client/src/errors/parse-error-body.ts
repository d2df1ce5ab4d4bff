import type { ErrorDetail } from '@svc/models'
import { type ErrorCode, errorStatuses } from '@svc/models/vocabulary'

/** What could be read from an error answer; every part may be missing. */
export interface ParsedErrorBody {
  /** The service's code, or the one that belongs to the status, or `http_<status>`. */
  code: string
  message: string | undefined
  details: ErrorDetail[]
  requestId: string | undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Statuses that mean something else when they come from a proxy and not from the service. */
const ownStatuses: readonly number[] = [
  errorStatuses.idempotency_key_in_use,
  errorStatuses.idempotency_key_reused,
]

/** The code that stands first for a status in the table of codes. */
function codeOfStatus(status: number): string {
  if (ownStatuses.includes(status)) return `http_${status}`
  const known = Object.entries(errorStatuses).find((entry) => entry[1] === status)
  return known?.[0] ?? `http_${status}`
}

/** One line of a body that is not JSON, such as a proxy's HTML page: its title, or its beginning. */
function excerpt(body: string): string | undefined {
  const start = body.slice(0, 4_096)
  const title = /<title[^<>]*>([^<]{1,200})/i.exec(start)?.[1]
  return text((title ?? start.replaceAll(/<[^<>]*>/g, ' ')).replaceAll(/\s+/g, ' ').trim().slice(0, 200))
}

/** The first of some fields that is a text. */
function firstText(fields: Record<string, unknown>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = text(fields[name])
    if (found !== undefined) return found
  }
  return undefined
}

/** A code in the service's spelling, where it is one of its codes: `Validation-Error` is `validation_error`. */
function spelt(code: string): string {
  const known = code.toLowerCase().replaceAll(/[\s-]+/g, '_')
  return Object.hasOwn(errorStatuses, known) ? known : code
}

/**
 * Whether a code of the service's fits the status: a 500 that says `validation_error` may pass, a 400 that says
 * `internal_error` never does, and a queue goes by the class.
 */
const fits = (status: number, code: string): boolean =>
  !Object.hasOwn(errorStatuses, code) || errorStatuses[code as ErrorCode] >= 500 === status >= 500

/** What a code can look like; anything else is a sentence. */
const codeForm = /^[\w.-]{1,64}$/

/**
 * The code of a body: `code`, else a word in `error` (OAuth), the status by name (Google), or the last word of a
 * problem's `type` (RFC 9457).
 */
function codeIn(fields: Record<string, unknown>): string | undefined {
  const { type } = fields
  const problem = typeof type === 'string' && type.includes('/') ? type.split(/[/#]/).at(-1) : type
  for (const value of [fields['code'], fields['error'], fields['status'], problem]) {
    const found = text(value)
    if (found !== undefined && (value === fields['code'] || codeForm.test(found))) return spelt(found)
  }
  return undefined
}

/** A JSON pointer (RFC 6901) as a path: `#/stay_dates/0/amount` is `stay_dates.0.amount`. */
const pathOf = (name: string): string => name.replace(/^#?\//, '').replaceAll('/', '.')

function detailsIn(fields: Record<string, unknown>): ErrorDetail[] {
  const listed = [fields['details'], fields['errors'], fields['invalid-params']].find(Array.isArray) ?? []
  return listed.filter(isRecord).map((detail) => ({
    path: pathOf(firstText(detail, ['path', 'field', 'pointer', 'param', 'name', 'loc']) ?? ''),
    message: firstText(detail, ['message', 'detail', 'reason', 'description', 'title']) ?? 'is not valid',
  }))
}

/**
 * Reads an error body of any kind without ever failing: the service's JSON, the forms of other servers
 * (`{"error": {…}}`, problem+json, `{"errors": […]}`), HTML, nothing, `null`, half an object.
 *
 * @param body the decoded text; undefined when it could not be read
 */
export function parseErrorBody(status: number, body: string | undefined): ParsedErrorBody {
  let json: unknown
  try {
    json = JSON.parse(body ?? '')
  } catch {
    const message = body === undefined ? undefined : excerpt(body)
    return { code: codeOfStatus(status), message, details: [], requestId: undefined }
  }
  const outer = isRecord(json) ? json : {}
  const { error, errors } = outer
  const first: unknown = Array.isArray(errors) && codeIn(outer) === undefined ? errors[0] : undefined
  const fields = isRecord(error) ? { ...outer, error: undefined, ...error } : outer
  const said = firstText(fields, ['message', 'detail', 'error_description', 'title'])
  const inner = isRecord(first) ? firstText(first, ['message', 'detail', 'title']) : undefined
  // `{"error": "Not allowed here"}` is a message, `{"error": "forbidden"}` a code.
  const sentence = text(error) ?? (typeof json === 'string' ? excerpt(json) : undefined)
  const code = codeIn(fields) ?? (isRecord(first) ? codeIn(first) : undefined)
  return {
    code: code !== undefined && fits(status, code) ? code : codeOfStatus(status),
    message: said ?? inner ?? sentence,
    details: detailsIn(fields),
    requestId: firstText(fields, ['request_id', 'requestId']),
  }
}
