import {
  apiPrefix,
  type ErrorDetail,
  needsIdempotencyKey,
  nearestName,
  type Operation,
  type OperationId,
  operations,
  unknownOptions,
  validate,
} from '@svc/models/operations'
import { listDetails, RequestError, sentence } from '../../errors/request-error.ts'
import { callOptionNames, type CallOptions, writeOptionNames, type WriteOptions } from '../../options.ts'
import { buildPath, buildQuery, isId, pathParameter } from '../wire/path.ts'
import { createQueryMemory } from './query-memory.ts'
import type { Runtime } from '../runtime.ts'
import type { Settings } from '../settings.ts'
import { checkCount, checkHeaders, checkIdempotencyKey, checkMs, checkSignal } from '../option-checks.ts'

/** What a resource method was given. */
export interface CallInput {
  /** The id in the path. */
  id?: unknown
  query?: unknown
  body?: unknown
  options?: WriteOptions | undefined
}

/** A call, checked and ready: everything that stays the same over its tries. */
export interface PreparedCall {
  operationId: OperationId
  operation: Operation
  method: Operation['method']
  /** Path template with the API's prefix: what errors, hooks and channels name. */
  route: string
  /** Path and query as sent. */
  path: string
  body: Buffer | null
  idempotencyKey: string | undefined
  headers: Record<string, string>
  signal: AbortSignal | undefined
  timeoutMs: number
  totalTimeoutMs: number
  maxRetries: number
}

const noOptions: WriteOptions = {}

const plain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const { path: webhooks } = operations.listWebhooks

/** The path template as this service answers it. */
const routeOf = ({ path }: Operation, { webhooksPath }: Settings): string =>
  path.startsWith(webhooks) ? webhooksPath + path.slice(webhooks.length) : apiPrefix + path

const written = createQueryMemory()

/** The query string, of what was given alone: the schema's defaults are the service's to fill in. */
function checkQuery(operation: Operation, query: unknown, problems: ErrorDetail[]): string {
  const { query: schema } = operation
  if (!schema || query === undefined) return ''
  return written(operation, query, () => {
    const result = validate(schema, query)
    if (!result.ok) {
      problems.push(...result.details)
      return undefined
    }
    const value = (plain(result.value) ? result.value : {}) as Record<string, string | number>
    const given = Object.entries(value).filter(([name]) => plain(query) && query[name] !== undefined)
    return buildQuery(Object.fromEntries(given))
  })
}

function checkBody(operation: Operation, body: unknown, problems: ErrorDetail[]): Buffer | null {
  if (!operation.body) return null
  // Nothing at all: the fields that are missing say more than "is required".
  const result = validate(operation.body, body === undefined || body === null ? {} : body)
  if (result.ok) return Buffer.from(JSON.stringify(result.value))
  problems.push(...result.details)
  return null
}

function checkCallOptions(options: CallOptions, keyed: boolean, problems: ErrorDetail[]): void {
  if (options === noOptions) return
  problems.push(...unknownOptions(options, keyed ? writeOptionNames : callOptionNames, 'options'))
  checkMs(options.timeoutMs, 'options.timeoutMs', problems)
  checkMs(options.totalTimeoutMs, 'options.totalTimeoutMs', problems)
  checkCount(options.maxRetries, 0, 'options.maxRetries', problems)
  checkHeaders(options.headers, 'options.headers', problems)
  checkSignal(options.signal, 'options.signal', problems)
}

/** An option among the fields is told where it stands: `{ ...payment, idempotencyKey }` is a likely slip. */
function placeOf({ path, message }: ErrorDetail, options: Readonly<Record<string, true>>): string {
  const option = message.endsWith(' here') ? nearestName(path, Object.keys(options)) : undefined
  return option ? `: ${option} goes into the options` : ''
}

/**
 * Checks a call strictly and serialises its body, once.
 *
 * @throws {RequestError} naming every field that is wrong; nothing has been sent
 */
export function prepare(
  operationId: OperationId,
  input: CallInput,
  settings: Settings,
  runtime: Runtime,
): PreparedCall {
  const operation: Operation = operations[operationId]
  const route = routeOf(operation, settings)
  const problems: ErrorDetail[] = []
  const options = input.options ?? noOptions

  const parameter = pathParameter(operation.path)
  const id = isId(input.id) ? input.id : undefined
  if (parameter && id === undefined) {
    const message = input.id === undefined || input.id === '' ? 'is required' : 'must be a UUID'
    problems.push({ path: parameter, message })
  }
  const query = checkQuery(operation, input.query, problems)
  const body = checkBody(operation, input.body, problems)
  const keyed = needsIdempotencyKey(operation)
  checkCallOptions(options, keyed, problems)
  const givenKey = keyed
    ? checkIdempotencyKey(options.idempotencyKey, 'options.idempotencyKey', problems)
    : undefined

  if (problems.length > 0) {
    for (const problem of problems)
      problem.message += placeOf(problem, keyed ? writeOptionNames : callOptionNames)
    throw new RequestError(sentence(`${operation.method} ${route} was not sent: ${listDetails(problems)}`), {
      code: 'invalid_request',
      method: operation.method,
      route,
      details: problems,
    })
  }
  return {
    operationId,
    operation,
    method: operation.method,
    route,
    path: settings.basePath + buildPath(route, id) + query,
    body,
    idempotencyKey: keyed ? (givenKey ?? runtime.uuid()) : undefined,
    headers: { ...options.headers },
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? settings.timeoutMs,
    totalTimeoutMs: options.totalTimeoutMs ?? settings.totalTimeoutMs,
    maxRetries: options.maxRetries ?? settings.maxRetries,
  }
}
