import {
  apiPrefix,
  type ErrorCode,
  errorStatuses,
  type Operation,
  type OperationId,
  operations,
  validate,
  webhookAliasPrefix,
} from '@svc/models'
import type { Exchange } from './exchange.ts'
import { fieldsOf } from './expect.ts'

const table = Object.entries(operations).map(([id, operation]) => ({
  id: id as OperationId,
  operation: operation as Operation,
  segments: operation.path.split('/'),
}))

/** Whether a path has the segments of a template: `{…}` is any that is not empty. */
const matches = (template: readonly string[], path: readonly string[]) =>
  template.length === path.length &&
  template.every((segment, index) => (segment.startsWith('{') ? path[index] !== '' : path[index] === segment))

/** The operation that a request is for. */
export function operationOf({ request }: Exchange): { id: OperationId; operation: Operation } | undefined {
  const [path = ''] = request.path.split('?')
  const prefix = [apiPrefix, webhookAliasPrefix].find((each) => path.startsWith(`${each}/`)) ?? ''
  const rest = path.slice(prefix.length).split('/')
  return table.find(
    ({ operation, segments }) => operation.method === request.method && matches(segments, rest),
  )
}

export const isSuccess = ({ status }: Exchange): boolean => status >= 200 && status < 300

/** Whether a success is an error by its body: `{"error": …}` with 200. */
export function isErrorInSuccess(exchange: Exchange): boolean {
  const { code, error, errors } = fieldsOf(exchange.json)
  return isSuccess(exchange) && (typeof code === 'string' || Boolean(error) || Boolean(errors))
}

/** Whether the answer to an operation is what the contract has for it. */
export const fits = ({ json }: Exchange, { answer }: Operation): boolean =>
  answer === undefined || validate(answer, json).ok

/** The checks of what an operation answers, the roughest first. */
const answerChecks: Record<OperationId, readonly string[]> = {
  listBookings: ['bookings-list', 'booking-fields'],
  getBooking: ['booking-fields', 'booking-detail'],
  listPayments: ['payments-list', 'payment-fields'],
  createPayment: ['payment-fields', 'payment-created', 'create-answer'],
  updatePayment: ['payment-fields', 'create-answer', 'payment-updated'],
  deletePayment: ['payment-deleted'],
  listWebhooks: ['endpoints-list', 'endpoint-listed'],
  createWebhook: ['endpoint-created', 'endpoint-status'],
  updateWebhook: ['endpoints-list', 'endpoint-updated'],
  deleteWebhook: ['endpoint-deleted'],
  listDeliveries: ['deliveries-list', 'delivery-record'],
}

/** The checks of what a refusal is, the roughest first. */
const refusalChecks: Partial<Record<ErrorCode, readonly string[]>> = {
  bad_request: ['idempotency-key-required', 'no-json', 'idempotency-key-form'],
  validation_error: ['validation-status', 'faults-named', 'unknown-parameters'],
  unauthorized: ['no-key', 'wrong-key', 'key-first'],
  origin_not_allowed: ['strange-origin', 'strange-origin-answer'],
  not_found: ['missing-is-404', 'not-found'],
  payload_too_large: ['body-size'],
  unsupported_media_type: ['json-type'],
  idempotency_key_reused: ['other-payload', 'reused-code'],
  rate_limited: ['rate-limit', 'rate-limited-answer'],
}

const isCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorStatuses, code)

/**
 * The checks that an answer fails by itself, whatever it was asked for: where one of them has failed, a finding that
 * shows this answer follows from it. The roughest first.
 */
export function causesOf(exchange: Exchange): readonly string[] {
  const { status, text, json } = exchange
  if (status >= 500) return ['server-errors']
  if (isSuccess(exchange)) {
    if (isErrorInSuccess(exchange)) return ['error-status']
    const asked = operationOf(exchange)
    if (!asked || (status === asked.operation.status && fits(exchange, asked.operation))) return []
    const general = text !== '' && json === undefined ? ['answers-are-json'] : ['answers-fit']
    return [...general, ...answerChecks[asked.id]]
  }
  if (status < 400) return []
  const { code } = fieldsOf(json)
  if (isCode(code) && errorStatuses[code] === status) return []
  // Headers that are too large have a status of HTTP.
  if (status === 431) return []
  // Of one code all have the wrong status, or of one status all have the wrong code.
  const meant = (Object.keys(refusalChecks) as ErrorCode[]).filter(
    (each) => each === code || (!isCode(code) && errorStatuses[each] === status),
  )
  const strange = typeof code === 'string' && !isCode(code) ? ['error-codes'] : []
  return ['error-kinds', ...strange, ...meant.flatMap((each) => refusalChecks[each] ?? [])]
}
