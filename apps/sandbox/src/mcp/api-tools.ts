import type { Json, JsonObject, OpenApiDocument } from '@svc/models'
import { callApi } from './call-api.ts'
import type { Api, Place } from './called-operation.ts'
import type { Connection } from './connection.ts'
import { inlineSchema } from './inline-schema.ts'
import { type McpTool, type ToolGroup, toolGroups } from './tool.ts'

/** What this file reads of an operation in an OpenAPI document of ours. */
interface Described {
  operationId: string
  summary: string
  description?: string
  tags: readonly string[]
  parameters?: readonly Json[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { content?: Record<string, Json> }>
}

/**
 * A tool for each operation of an OpenAPI document, which is made of an operation table: a new operation is a new tool.
 * What follows something is left out, as a tool answers once.
 */
export function apiTools(api: Api, document: OpenApiDocument, connection: Connection): McpTool[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => [method.toUpperCase(), operation as unknown as Described] as const)
      .filter(([, operation]) => !follows(operation))
      .map(([method, operation]) => apiTool(api, document, connection, { method, path, operation })),
  )
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

const follows = ({ operationId }: Described): boolean => operationId.startsWith('follow')

function apiTool(
  api: Api,
  document: OpenApiDocument,
  connection: Connection,
  { method, path, operation }: { method: string; path: string; operation: Described },
): McpTool {
  const { operationId, summary, description = '', tags } = operation
  const { schema, places } = argumentsOf(document, operation)
  const [tag = ''] = tags
  const group: ToolGroup = api === 'client' ? 'client' : (toolGroups.find((one) => one === tag) ?? 'state')
  const reads = method === 'GET'
  return {
    name: `${api === 'client' ? 'client_' : ''}${snake(operationId)}`,
    title: api === 'client' ? `${summary} (client API)` : summary,
    description: [
      `${summary}.`,
      description,
      api === 'client'
        ? `As a partner with an API key: ${method} ${path}.`
        : `As the property itself (control API): ${method} ${path}.`,
    ]
      .filter((part) => part !== '')
      .join(' '),
    inputSchema: schema,
    annotations: {
      readOnlyHint: reads,
      // What answers 201 adds something; everything else that writes replaces, removes or moves on what was there.
      destructiveHint: !reads && !('201' in operation.responses),
      idempotentHint: ['GET', 'PUT', 'DELETE'].includes(method),
      openWorldHint: false,
    },
    group,
    run: (args, signal) => callApi(connection, { api, method, path, places }, args, signal),
  }
}

/** `listBookings` is `list_bookings`. */
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

interface Arguments {
  schema: McpTool['inputSchema']
  places: Record<string, Place>
}

/** One flat object: an agent fills in fields, wherever they travel. */
function argumentsOf(document: OpenApiDocument, operation: Described): Arguments {
  const { schemas, parameters: shared } = document.components
  const properties: Record<string, Json> = {}
  const places: Record<string, Place> = {}
  const required: string[] = []
  for (const given of operation.parameters ?? []) {
    const parameter = inlineSchema(given, shared) as JsonObject
    const { name, in: where, schema = {}, description } = parameter as { name: string } & JsonObject
    const isKey = where === 'header' && name === 'Idempotency-Key'
    if (where === 'header' && !isKey) continue
    const argument = isKey ? 'idempotency_key' : name
    places[argument] = isKey ? 'idempotency key' : where === 'path' ? 'path' : 'query'
    const inlined = inlineSchema(schema, schemas) as JsonObject
    const words = wordsOf(argument) ?? description ?? inlined['description']
    properties[argument] = { ...inlined, ...(words !== undefined && { description: words }) }
    if (parameter['required'] === true && !filledIn.has(argument)) required.push(argument)
  }
  const body = operation.requestBody?.content['application/json']?.schema
  if (body !== undefined) addBody(inlineSchema(body, schemas) as JsonObject, { properties, places, required })
  return {
    schema: {
      type: 'object',
      properties,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    places,
  }
}

/** Arguments that need not be given. */
const filledIn = new Set(['propertyId', 'idempotency_key'])

function wordsOf(argument: string): string | undefined {
  if (argument === 'propertyId') return 'Default: the property of this connection.'
  if (argument === 'idempotency_key')
    return 'Default: a new one. The same key again is answered as the first time.'
  return undefined
}

function addBody(
  schema: JsonObject,
  {
    properties,
    places,
    required,
  }: { properties: JsonObject; places: Arguments['places']; required: string[] },
): void {
  const fields = schema['properties'] as JsonObject | undefined
  // Fields of a body with several forms say nothing without their form.
  if (fields === undefined || 'oneOf' in schema) {
    properties['body'] = schema
    places['body'] = 'whole body'
    required.push('body')
    return
  }
  for (const [name, field] of Object.entries(fields)) {
    properties[name] = field
    places[name] = 'body'
  }
  required.push(...((schema['required'] ?? []) as string[]))
}
