import type * as z from 'zod/mini'
import { globalRegistry, registry as createRegistry, toJSONSchema } from 'zod/v4/core'
import type { JsonObject } from './types.ts'

type Override = NonNullable<NonNullable<Parameters<typeof toJSONSchema>[1]>['override']>

/** Removes what zod writes for machines only, and what makes the document hard to read. */
const tidy: Override = ({ jsonSchema: json }) => {
  // The format says it; the pattern of a timestamp alone has 300 characters.
  if (['uuid', 'date', 'date-time'].includes(json.format ?? '')) delete json.pattern
  // The bound of a JavaScript number.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  // An open enum (`openEnum`) says its type in each branch.
  if (json.anyOf && json.type === 'string') delete json.type
  // `{}` allows any other field, which is the default.
  if (json.type === 'object' && json.additionalProperties !== false) delete json.additionalProperties
}

const plain = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject

/** Where a component schema of a document stands. */
export const schemaUri = (name: string): string => `#/components/schemas/${name}`

/**
 * The `components.schemas` of an OpenAPI 3.1 document, from zod schemas by their component names: requests closed,
 * answers open. A schema that contains another one refers to it.
 */
export function componentSchemas(named: Readonly<Record<string, z.ZodMiniType>>): Record<string, JsonObject> {
  const registry = createRegistry<{ id?: string }>()
  for (const [name, schema] of Object.entries(named)) registry.add(schema, { id: name })
  const { schemas } = toJSONSchema(registry, {
    uri: schemaUri,
    // A request schema does not transform, so its output has the form of its input. For an answer, the document
    // describes what the service promises to send, which is also what the client returns.
    io: 'output',
    metadata: globalRegistry,
    override: (context) => {
      tidy(context)
      // The bound of a JavaScript number. Of a parameter it is one of the API: beyond it, a number is refused.
      if (context.jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete context.jsonSchema.maximum
      // A client fills a missing field with null (`nullable`). That does not mean that the service leaves it out.
      delete context.jsonSchema.default
    },
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const component = plain(schema)
      // These two belong to a schema that is a document of its own. Here the place in `components` identifies the
      // schema.
      delete component.$schema
      delete component.$id
      return [name, component]
    }),
  )
}

/** The parameters of a query schema for an OpenAPI document: name and JSON Schema, with defaults and ranges. */
export function querySchemas(query: z.ZodMiniType): [name: string, schema: JsonObject][] {
  const { properties = {} } = toJSONSchema(query, { io: 'output', override: tidy })
  return Object.entries(properties).map(([name, schema]) => [name, plain(schema)])
}
