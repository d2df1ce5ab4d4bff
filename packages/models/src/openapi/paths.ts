import { headerNames } from '../headers.ts'
import {
  apiPrefix,
  needsIdempotencyKey,
  type Operation,
  type OperationId,
  operations,
} from '../operations.ts'
import { answers } from './answers.ts'
import { bodyExamples, pathExamples, queryExamples } from './operation-examples.ts'
import { querySchemas } from './json-schema.ts'
import { schemaReference } from './schemas.ts'
import { operationTexts } from './texts.ts'
import type { JsonObject } from './types.ts'

const uuidV4 = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$'

/** Parameters that operations share, for `components.parameters`. */
export const requestParameters: Record<string, JsonObject> = {
  [headerNames.idempotencyKey]: {
    name: headerNames.idempotencyKey,
    in: 'header',
    required: true,
    // No example: whoever sends it twice, as "try it" would, gets the answer of the first time, or 422.
    description:
      'A UUID v4, one for each distinct operation; the same one for a retry. For example `4b8d2f6e-91c7-4e3a-b5d0-c6f1a8e27934`.',
    schema: { type: 'string', format: 'uuid', pattern: uuidV4 },
  },
}

function parameters(operation: Operation): JsonObject[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: pathExamples[name] ?? null,
  }))
  const inQuery = (operation.query ? querySchemas(operation.query) : []).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: false,
      description: description ?? '',
      schema,
      example: queryExamples[name] ?? null,
    }),
  )
  const inHeader = needsIdempotencyKey(operation)
    ? [{ $ref: `#/components/parameters/${headerNames.idempotencyKey}` }]
    : []
  return [...inPath, ...inQuery, ...inHeader]
}

function pathOperation(id: OperationId, operation: Operation): JsonObject {
  const examples = bodyExamples[id]
  return {
    operationId: id,
    summary: operation.summary,
    description: `${operationTexts[id]}\n\nSpecification: section ${operation.section}.`,
    tags: [operation.tag],
    parameters: parameters(operation),
    ...(operation.body &&
      examples && {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaReference(operation.body), examples } },
        },
      }),
    responses: answers(id, operation),
  }
}

/** The paths of the document, from the operation table. */
export function paths(): Record<string, JsonObject> {
  const items: Record<string, JsonObject> = {}
  for (const [id, operation] of Object.entries(operations) as [OperationId, Operation][]) {
    const item = (items[apiPrefix + operation.path] ??= {})
    item[operation.method.toLowerCase()] = pathOperation(id, operation)
  }
  return items
}
