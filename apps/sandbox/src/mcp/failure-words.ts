import type { ControlError } from '@svc/control'
import { type ErrorCode, errorBodySchema, errorStatuses, validate } from '@svc/models'
import type { Api } from './called-operation.ts'

/** What helps against a refusal, by the code that the API answered with. */
const cures: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'Correct what the message names and call again.',
  validation_error: 'Correct the fields that are named and call again.',
  unauthorized:
    'The key or token is not one of this sandbox: start this server anew where the sandbox runs, or give --api-key and --admin-token.',
  origin_not_allowed: 'Browsers may call from listed origins alone: set_allowed_origins replaces the list.',
  not_found: 'Nothing has this id in this property. List first, or look the id up with the search tool.',
  idempotency_key_in_use:
    'A call with this idempotency key is still in progress: wait, then call again with the same key.',
  payload_too_large: 'Send less at once.',
  unsupported_media_type: 'This server sends JSON, so something between it and the sandbox changes requests.',
  idempotency_key_reused: 'The key belongs to another request: leave idempotency_key out, or give a new one.',
  rate_limited:
    'The client API is limited per minute. Wait, advance the clock where it stands still, or start the sandbox with --rate-limit off.',
  internal_error:
    'If a fault is set on purpose, list_faults shows it and clear_faults removes it; else it is a mistake of the sandbox.',
  unavailable:
    'If a fault is set on purpose, list_faults shows it and clear_faults removes it; else call again in a moment.',
}

/** An answer that is no success: what was refused, every bad field, and what to do. */
export function refusalWords(
  api: Api,
  { method, path }: { method: string; path: string },
  { status }: { status: number },
  text: string,
): string {
  const body = validate(errorBodySchema, parsed(text))
  if (!body.ok)
    return `${method} ${path} was answered ${status}, not in the form of a sandbox: ${text.slice(0, 500)}`
  const { code, message, details = [], request_id } = body.value
  const fields = details.map((detail) => `- ${detail.path || '(body)'} ${detail.message}`)
  return [
    `${method} ${path} was answered ${status} ${code}: ${message}`,
    ...fields,
    ...whatToDo(code),
    ...(request_id && api === 'client' ? [`The request log has it under ${request_id}.`] : []),
  ].join('\n')
}

/** What a tool says that asked more than one thing, and was refused one of them or got no answer. */
export function controlFailureWords(url: string, error: ControlError): string {
  if (error.code === 'unreachable') return unreachableWords(url, error)
  return [error.message, ...whatToDo(error.code)].join('\n')
}

const whatToDo = (code: string): string[] =>
  code in errorStatuses ? [`What to do: ${cures[code as ErrorCode]}`] : []

/** No answer at all. */
export function unreachableWords(url: string, error: unknown): string {
  return (
    `No sandbox answers at ${url} (${reasonOf(error as Error)}). ` +
    'It has stopped, or its address has changed: start it with "npx @svc/sandbox", then start this server anew. ' +
    'A fault that resets connections shows the same: list_faults.'
  )
}

/** What the network says: the code of the innermost error. */
function reasonOf(error: Error): string {
  const cause = error.cause as (Error & { code?: string }) | undefined
  if (cause === undefined) return (error as { code?: string }).code ?? error.message
  return reasonOf(cause)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
