import { randomUUID } from 'node:crypto'
import {
  apiPrefix,
  type ErrorBody,
  errorBodySchema,
  type ErrorCode,
  errorStatuses,
  headerNames,
  type Operation,
  operations,
  validate,
} from '@svc/models'
import type { Ways } from './check.ts'
import { ConformanceError } from './errors.ts'
import type { Exchange, ProbeRequest } from './exchange.ts'
import { Follows, Skip, Violation } from './verdict.ts'

/** @throws Violation */
export function expectThat(held: boolean, message: string, ...exchanges: readonly Exchange[]): asserts held {
  if (!held) throw new Violation(message, ...exchanges)
}

/** @throws Violation */
export function expectStatus(exchange: Exchange, ...statuses: readonly number[]): void {
  const { method, path } = exchange.request
  expectThat(
    statuses.includes(exchange.status),
    `${method} ${path.slice(0, 120)}: expected ${statuses.join(' or ')}, not ${exchange.status}`,
    exchange,
  )
}

/** What the server answers. @throws Violation when it breaks the connection in place of an answer */
export async function expectAnswer(sent: Promise<Exchange>, what: string): Promise<Exchange> {
  try {
    return await sent
  } catch (error) {
    if (error instanceof Skip || error instanceof ConformanceError) throw error
    throw new Violation(`the connection broke at ${what}`)
  }
}

/** Statuses of refusals that have nothing to do with the body. */
const otherRefusals: readonly number[] = [401, 403, 404, 405, 429]

/** The specification asks for a refusal, and leaves its status open. @throws Violation */
export function expectRefused(exchange: Exchange, what: string): void {
  const { status } = exchange
  const refused = status >= 400 && status < 500 && !otherRefusals.includes(status)
  expectThat(refused, `${what} must be refused, not answered with ${status}`, exchange)
}

/**
 * An error as D3 and D4 have it.
 *
 * @throws Follows when all errors of this server have another form, or all validation errors another status
 * @throws Violation for another code or status
 */
export function expectError(
  exchange: Exchange,
  code: ErrorCode,
  expected: number = errorStatuses[code],
): ErrorBody {
  const { status } = exchange
  const otherStatus = code === 'validation_error' && status === 422
  return inGeneral(code, () => {
    if (!otherStatus) expectStatus(exchange, expected)
    const body = validate(errorBodySchema, exchange.json)
    if (!body.ok) throw new Follows('error-form', 'the error is not in the form of D3', exchange)
    expectThat(body.value.code === code, `expected the code ${code}, not ${body.value.code}`, exchange)
    if (otherStatus) throw new Follows('validation-status', 'validation errors are 422', exchange)
    return body.value
  })
}

/** @throws Violation unless the error names this field, Follows as {@link expectError} */
export function expectErrorAt(exchange: Exchange, path: string): ErrorBody {
  const body = expectError(exchange, 'validation_error')
  return inGeneral('validation_error', () => {
    const named = body.details?.some((detail) => detail.path === path) === true
    expectThat(named, `the error does not name ${path || 'the body as a whole'} in its details`, exchange)
    return body
  })
}

/** What is wrong with one validation error is often wrong with all of them. */
function inGeneral<T>(code: ErrorCode, judge: () => T): T {
  try {
    return judge()
  } catch (error) {
    if (code === 'validation_error' && error instanceof Violation) {
      error.after = ['validation-status', 'faults-named']
    }
    throw error
  }
}

/** @throws Violation unless the value is valid by the contract; the message names every field */
export function expectValid<Schema extends Parameters<typeof validate>[0]>(
  exchange: Exchange,
  schema: Schema,
  value: unknown = exchange.json,
) {
  const body = validate(schema, value)
  if (body.ok) return body.value
  const where = body.details.map(({ path, message }) => `${path || 'the body'} ${message}`).slice(0, 5)
  throw new Violation(`the answer breaks the contract: ${where.join('; ')}`, exchange)
}

const { path: webhooks } = operations.listWebhooks

/** A request of an operation, with ids that exist nowhere. */
export function requestOf(ways: Ways, operation: Operation, extra: Partial<ProbeRequest> = {}): ProbeRequest {
  const path = operation.path.startsWith(webhooks)
    ? ways.webhooks + operation.path.slice(webhooks.length)
    : apiPrefix + operation.path
  return { method: operation.method, path: path.replaceAll(/\{\w+\}/g, () => randomUUID()), ...extra }
}

/** Headers of a POST or PATCH with a key of its own. */
export const keyed = (key: string = randomUUID()): Record<string, string> => ({
  [headerNames.idempotencyKey]: key,
})

/** Fields of what should be a JSON object. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}

/** The objects of what should be a JSON array. */
export const objectsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(fieldsOf) : []
