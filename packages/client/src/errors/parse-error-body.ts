import { type ErrorDetail, errorStatuses } from '@svc/models'

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
  const title = /<title[^>]*>([^<]{1,200})/i.exec(body)?.[1]
  return text((title ?? body.replaceAll(/<[^>]*>/g, ' ')).replaceAll(/\s+/g, ' ').trim().slice(0, 200))
}

/**
 * Reads an error body of any kind without ever failing: the service's JSON, HTML, nothing, `null`, half an
 * object.
 *
 * @param body the decoded text; undefined when it could not be read
 */
export function parseErrorBody(status: number, body: string | undefined): ParsedErrorBody {
  let json: unknown
  try {
    json = JSON.parse(body ?? '')
  } catch {
    const message = body === undefined ? undefined : excerpt(body.slice(0, 4_096))
    return { code: codeOfStatus(status), message, details: [], requestId: undefined }
  }
  const fields = isRecord(json) ? json : {}
  const details = Array.isArray(fields['details']) ? fields['details'] : []
  const code = text(fields['code'])
  return {
    code: code ?? codeOfStatus(status),
    message: text(fields['message']) ?? (typeof json === 'string' ? excerpt(json) : undefined),
    details: details.filter(isRecord).map((detail) => ({
      path: text(detail['path']) ?? '',
      message: text(detail['message']) ?? 'is not valid',
    })),
    requestId: text(fields['request_id']),
  }
}
