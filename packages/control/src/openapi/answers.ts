import { errorBodySchema, type JsonObject } from '@svc/models'
import type { ControlOperation } from '../operation.ts'
import { schemaReference } from './schemas.ts'

const errorAnswers = {
  BadRequest: [400, 'A field of body, query or path is not valid: `details` names each.'],
  Unauthorized: [401, 'The admin token is missing or not the one of this sandbox.'],
  NotFound: [404, 'There is nothing with this id.'],
  PayloadTooLarge: [413, 'The body is too large.'],
  UnsupportedMediaType: [415, 'The body is not `application/json`.'],
  InternalError: [500, 'Something went wrong in the sandbox: its log has more under the request id.'],
  Unavailable: [503, 'The sandbox cannot use its database just now, or is stopping.'],
} as const

/** The refusals that operations share, for `components.responses`. */
export function componentResponses(): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(errorAnswers).map(([name, [, description]]) => [
      name,
      { description, content: { 'application/json': { schema: schemaReference(errorBodySchema) } } },
    ]),
  )
}

function errorNames({ path, body }: ControlOperation): (keyof typeof errorAnswers)[] {
  return [
    'BadRequest',
    'Unauthorized',
    ...(path.includes('{') ? (['NotFound'] as const) : []),
    ...(body ? (['PayloadTooLarge', 'UnsupportedMediaType'] as const) : []),
    'InternalError',
    'Unavailable',
  ]
}

/** Every answer of an operation by status. */
export function answers(operation: ControlOperation): Record<string, JsonObject> {
  const { status, answer, stream = 'application/json' } = operation
  const success: JsonObject = {
    description: status === 201 ? 'Created.' : status === 204 ? 'Done: no body.' : 'Done.',
    ...(answer && { content: { [stream]: { schema: schemaReference(answer) } } }),
  }
  const refusals = errorNames(operation).map((name): [string, JsonObject] => [
    String(errorAnswers[name][0]),
    { $ref: `#/components/responses/${name}` },
  ])
  return { [status]: success, ...Object.fromEntries(refusals) }
}
