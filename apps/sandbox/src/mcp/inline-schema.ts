import type { Json, JsonObject } from '@svc/models'

type Schemas = Readonly<Record<string, JsonObject>>

/** A schema of an OpenAPI document with its references replaced by what they name: a tool's schema stands alone. */
export function inlineSchema(schema: Json, schemas: Schemas): Json {
  if (Array.isArray(schema)) return schema.map((part: Json) => inlineSchema(part, schemas))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref: reference, ...rest } = schema as JsonObject
  const named = typeof reference === 'string' ? schemas[reference.slice(reference.lastIndexOf('/') + 1)] : {}
  // What stands beside the reference says more of this one place.
  const whole = { ...named, ...rest }
  return Object.fromEntries(Object.entries(whole).map(([name, part]) => [name, inlineSchema(part, schemas)]))
}
