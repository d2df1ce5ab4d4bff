import * as z from 'zod/mini'
import type { JsonObject } from './types.ts'

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** Takes out what zod writes for machines and a reader of the document trips over. */
const tidy: Override = ({ jsonSchema: json }) => {
  // The format says it; the pattern of a timestamp alone has 300 characters.
  if (['uuid', 'date', 'date-time'].includes(json.format ?? '')) delete json.pattern
  // The bounds of a JavaScript number.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  // An open enum (`openEnum`) says its type in each branch.
  if (json.anyOf && json.type === 'string') delete json.type
  // `{}`: anything may come besides, which is the default.
  if (json.type === 'object' && json.additionalProperties !== false) delete json.additionalProperties
}

const plain = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject

/** Where a component schema of a document stands. */
export const schemaUri = (name: string): string => `#/components/schemas/${name}`

/**
 * The `components.schemas` of an OpenAPI 3.1 document, from zod schemas by their component names: requests closed,
 * answers open. A schema that holds another one of them refers to it.
 */
export function componentSchemas(named: Readonly<Record<string, z.ZodMiniType>>): Record<string, JsonObject> {
  const registry = z.registry<{ id?: string }>()
  for (const [name, schema] of Object.entries(named)) registry.add(schema, { id: name })
  const { schemas } = z.toJSONSchema(registry, {
    uri: schemaUri,
    // Requests neither transform nor fill in, so what comes out has the form of what goes in; and of an answer, what
    // the service promises to send is what the client ends up with.
    io: 'output',
    metadata: z.globalRegistry,
    override: (context) => {
      tidy(context)
      // A client fills a missing field with null (`nullable`), which is no promise that the service leaves it out.
      delete context.jsonSchema.default
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const component = plain(schema)
      // Of a document of its own; here the place in `components` says it.
      delete component.$schema
      delete component.$id
      return [name, component]
    }),
  )
}

/** The parameters of a query schema for an OpenAPI document: name and JSON Schema, with defaults and ranges. */
export function querySchemas(query: z.ZodMiniType): [name: string, schema: JsonObject][] {
  const { properties = {} } = z.toJSONSchema(query, { io: 'output', override: tidy })
  return Object.entries(properties).map(([name, schema]) => [name, plain(schema)])
}
