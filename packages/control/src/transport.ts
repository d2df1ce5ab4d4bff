import { errorBodySchema, validate } from '@svc/models'
import { ControlError } from './errors.ts'
import { fetchOnFreshConnection } from './fresh-connection.ts'
import { type ControlOperation, controlPrefix } from './operation.ts'
import { isImmediateFaked } from './timers.ts'

// Taken at import: a test that later replaces or mocks the global fetch can still reach its sandbox.
const { fetch: nativeFetch } = globalThis

/** One request of the control API. */
export interface ControlRequest {
  method: ControlOperation['method']
  /** Below `/sandbox`, ids filled in. */
  path: string
  query?: Record<string, string | number | boolean | undefined> | undefined
  body?: unknown
  signal?: AbortSignal | undefined
}

/** Sends control calls with the admin token. The token stays in a closure, so no log or inspection shows it. */
export interface ControlTransport {
  readonly url: string
  /** The parsed JSON of the answer; undefined for 204. @throws ControlError */
  readonly call: <T>(request: ControlRequest) => Promise<T>
  /** The body of the answer as a stream. @throws ControlError */
  readonly open: (request: ControlRequest) => Promise<ReadableStream<Uint8Array>>
}

export function controlTransport(url: string, adminToken: string): ControlTransport {
  const base = url.replace(/(?<!\/)\/+$/, '')

  async function send({ method, path, query = {}, body, signal }: ControlRequest): Promise<Response> {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value))
    const target = `${base}${controlPrefix}${path}${search.size > 0 ? `?${search.toString()}` : ''}`
    const ask = isImmediateFaked() ? fetchOnFreshConnection : nativeFetch
    const response = await ask(target, {
      method,
      headers: {
        authorization: `Bearer ${adminToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      redirect: 'manual',
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw new ControlError(
        'unreachable',
        `No sandbox answers ${method} ${target}: ${reason(cause)}. Is it running, and is this its address?`,
        { status: null },
        { cause },
      )
    })
    if (!response.ok) throw await refusal(response, method, target)
    return response
  }

  return {
    url: base,
    async open(request) {
      const { body } = await send(request)
      return body ?? new Blob([]).stream()
    },
    async call<T>(request: ControlRequest): Promise<T> {
      const response = await send(request)
      const text = await response.text()
      if (response.status === 204 || text === '') return undefined as T
      try {
        return JSON.parse(text) as T
      } catch (cause) {
        throw new ControlError(
          'not_a_sandbox',
          `${request.method} ${response.url} answered ${response.status} with something that is not JSON: ${excerpt(text)}`,
          { status: response.status },
          { cause },
        )
      }
    },
  }
}

async function refusal(response: Response, method: string, target: string): Promise<ControlError> {
  const text = await response.text().catch(() => '')
  const { status } = response
  const answered = `${method} ${target} was answered ${status}`
  const body = validate(errorBodySchema, safeJson(text))
  if (!body.ok) {
    return new ControlError('not_a_sandbox', `${answered}, not in the form of a sandbox: ${excerpt(text)}`, {
      status,
    })
  }
  const { code, message, details = [], request_id } = body.value
  const lines = details.map((detail) => `${detail.path || '(body)'} ${detail.message}`)
  // Of one bad field the message says it all.
  const said = lines.length === 1 && message.includes(lines[0] ?? '')
  const reasons = said ? '' : lines.map((line) => `\n  ${line}`).join('')
  return new ControlError(code, `${answered} ${code}: ${message}${reasons}`, {
    status,
    details,
    requestId: request_id ?? null,
    reason: message,
  })
}

const excerpt = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Fetch hides the reason (`ECONNREFUSED`) in the cause of its "fetch failed" error. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
