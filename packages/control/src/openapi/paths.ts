import { type JsonObject, querySchemas } from '@svc/models'
import { type ControlOperation, controlPrefix } from '../operation.ts'
import { controlOperations } from '../operations.ts'
import { answers } from './answers.ts'
import { schemaReference } from './schemas.ts'

function parameters({ path, query }: ControlOperation): JsonObject[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }))
  const inQuery = (query ? querySchemas(query) : []).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    ...(description === undefined ? {} : { description }),
    schema,
  }))
  return [...inPath, ...inQuery]
}

function pathOperation(id: string, operation: ControlOperation): JsonObject {
  const { summary, description, tag, body } = operation
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    parameters: parameters(operation),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaReference(body) } } },
    }),
    responses: answers(operation),
  }
}

/** The paths of the document, from the operation table. */
export function paths(): Record<string, JsonObject> {
  const items: Record<string, JsonObject> = {}
  for (const [id, operation] of Object.entries<ControlOperation>(controlOperations)) {
    const item = (items[controlPrefix + operation.path] ??= {})
    item[operation.method.toLowerCase()] = pathOperation(id, operation)
  }
  return items
}
