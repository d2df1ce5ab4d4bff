import { errorBodySchema } from '../error-body.ts'
import { headerNames } from '../headers.ts'
import { operationErrors } from '../operation-errors.ts'
import { needsIdempotencyKey, type Operation, type OperationId } from '../operations.ts'
import { type ErrorCode, errorStatuses } from '../vocabulary.ts'
import { errorBody, errorExamples, errorMeanings, ownErrorExamples } from './error-examples.ts'
import { everyAnswer, headerReferences } from './headers.ts'
import { answerExamples } from './operation-examples.ts'
import { schemaReference } from './schemas.ts'
import type { Examples, JsonObject } from './types.ts'

/** Statuses whose answer is the same for all operations. They are written once, in `components.responses`. */
const sharedNames: Partial<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'OriginNotAllowed',
  409: 'IdempotencyKeyInUse',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  422: 'IdempotencyKeyReused',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
}

const retriable = new Set([409, 429, 503])

/** Answered before there is a request: its status is that of HTTP, and it has no headers of the rate limit. */
const headersTooLarge: JsonObject = {
  description: '`bad_request`: the headers have more than 16 KiB in all.',
  headers: headerReferences([headerNames.requestId]),
  content: {
    'application/json': {
      schema: schemaReference(errorBodySchema),
      examples: {
        bad_request: {
          summary: 'Too large',
          value: errorBody('bad_request', {
            summary: 'Too large',
            message: 'The headers are too large: at most 16 KiB in all are accepted.',
          }),
        },
      },
    },
  },
}

/** One answer for all codes that share a status, with the examples of each. */
function errorAnswer(
  status: number,
  codes: readonly ErrorCode[],
  { id, replayable = false }: { id?: OperationId; replayable?: boolean } = {},
): JsonObject {
  const examples: Examples = {}
  for (const code of codes) {
    const own = (id && ownErrorExamples[id]?.[code]) ?? []
    for (const [index, example] of [...own, ...errorExamples[code]].entries()) {
      const name = index === 0 ? code : `${code}_${index + 1}`
      examples[name] = { summary: example.summary, value: errorBody(code, example) }
    }
  }
  const headers = [
    ...everyAnswer,
    ...(retriable.has(status) ? [headerNames.retryAfter] : []),
    ...(replayable ? [headerNames.idempotentReplayed] : []),
  ]
  return {
    description: codes.map((code) => `\`${code}\`: ${errorMeanings[code]}.`).join(' '),
    headers: headerReferences(headers),
    content: { 'application/json': { schema: schemaReference(errorBodySchema), examples } },
  }
}

const codesOf = (status: number, codes: readonly ErrorCode[]): ErrorCode[] =>
  codes.filter((code) => errorStatuses[code] === status)

/** The answers that operations share, for `components.responses`. */
export function componentResponses(): Record<string, JsonObject> {
  const codes = Object.keys(errorStatuses) as ErrorCode[]
  const shared = Object.entries(sharedNames).map(([status, name]) => [
    name,
    errorAnswer(Number(status), codesOf(Number(status), codes)),
  ])
  return { ...Object.fromEntries(shared), HeadersTooLarge: headersTooLarge }
}

function success(id: OperationId, operation: Operation): JsonObject {
  const headers = [
    ...everyAnswer,
    ...(needsIdempotencyKey(operation) ? [headerNames.idempotentReplayed] : []),
  ]
  const examples = answerExamples[id]
  return {
    description:
      operation.status === 201 ? 'Created.' : operation.status === 204 ? 'Done: no body.' : 'Done.',
    headers: headerReferences(headers),
    ...(operation.answer &&
      examples && {
        content: { 'application/json': { schema: schemaReference(operation.answer), examples } },
      }),
  }
}

/** Every answer of an operation by status: its success and, merged by status, its errors. */
export function answers(id: OperationId, operation: Operation): Record<string, JsonObject> {
  const codes = operationErrors(operation)
  const byStatus: Record<string, JsonObject> = {
    [operation.status]: success(id, operation),
    431: { $ref: '#/components/responses/HeadersTooLarge' },
  }
  for (const status of new Set(codes.map((code) => errorStatuses[code]))) {
    const shared = sharedNames[status]
    byStatus[status] = shared
      ? { $ref: `#/components/responses/${shared}` }
      : errorAnswer(status, codesOf(status, codes), {
          id,
          // A 404 is the answer of an executed operation, so it is stored and replayed.
          replayable: status === 404 && needsIdempotencyKey(operation),
        })
  }
  return byStatus
}
