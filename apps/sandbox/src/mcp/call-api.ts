import { randomUUID } from 'node:crypto'
import { headerNames } from '@svc/models'
import type { CalledOperation, Place } from './called-operation.ts'
import type { Connection } from './connection.ts'
import { refusalWords, unreachableWords } from './failure-words.ts'
import { ToolFailure } from './tool.ts'

/** Longer answers would fill an agent's memory, in characters. */
const maxAnswer = 100_000

/**
 * Makes one call and returns the body of its answer. Plain requests and no client: an agent is to see what the API
 * answers, without retries in between.
 *
 * @throws ToolFailure
 */
export async function callApi(
  connection: Connection,
  operation: CalledOperation,
  args: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<string> {
  const { api, method } = operation
  const { path, search, body, key } = parts(connection, operation, args)
  const target = `${connection.url}${path}${search}`
  const sends = method === 'POST' || method === 'PATCH' || method === 'PUT'
  let response: Response
  let text: string
  try {
    response = await fetch(target, {
      method,
      headers: {
        ...authorization(connection, api),
        ...(sends && { 'content-type': 'application/json' }),
        ...(api === 'client' && sends && { [headerNames.idempotencyKey]: key }),
      },
      body: sends ? JSON.stringify(body) : null,
      signal: signal ?? null,
    })
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ToolFailure(unreachableWords(connection.url, error), { cause: error })
  }
  if (!response.ok) throw new ToolFailure(refusalWords(api, { method, path }, response, text))
  // Of lines that tell of progress, the last one has the result.
  if (response.headers.get('content-type')?.startsWith('application/x-ndjson'))
    text = text.trimEnd().split('\n').at(-1) ?? ''
  if (text.length > maxAnswer) {
    throw new ToolFailure(
      `The answer has ${text.length} characters, which is too much to read here. Ask for less, with a limit or a filter; ` +
        'everything goes to a file with "npx @svc/sandbox export FILE".',
    )
  }
  return text === '' ? `Done (${response.status}).` : text
}

function authorization(
  { adminToken, apiKey }: Connection,
  api: CalledOperation['api'],
): Record<string, string> {
  if (api === 'control') return { authorization: `Bearer ${adminToken}` }
  if (apiKey !== undefined) return { [headerNames.apiKey]: apiKey }
  throw new ToolFailure(
    'No API key is known for this sandbox, so the tools of the client API cannot be used. ' +
      'Make one with create_api_key, and start this server with --api-key or SVC_API_KEY.',
  )
}

/** @throws ToolFailure for an id that is missing */
function parts(
  { propertyId }: Connection,
  operation: CalledOperation,
  args: Readonly<Record<string, unknown>>,
) {
  const search = new URLSearchParams()
  const fields: Record<string, unknown> = {}
  let whole: unknown
  let key: string = randomUUID()
  let path = operation.path.replace(
    '{propertyId}',
    encodeURIComponent(asText(args['propertyId'] ?? propertyId)),
  )
  for (const [name, value] of Object.entries(args)) {
    const place: Place | undefined = operation.places[name]
    if (place === undefined || value === undefined) continue
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(asText(value)))
    else if (place === 'query') search.set(name, Array.isArray(value) ? value.join(',') : asText(value))
    else if (place === 'whole body') whole = value
    else if (place === 'idempotency key') key = asText(value)
    else fields[name] = value
  }
  const [, missing] = /\{(\w+)\}/.exec(path) ?? []
  if (missing !== undefined) throw new ToolFailure(`"${missing}" is missing: it names what this is about.`)
  return { path, search: search.size > 0 ? `?${search.toString()}` : '', body: whole ?? fields, key }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
