/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A part of the document whose keys are given by the OpenAPI specification or by JSON Schema. */
export type JsonObject = { [key: string]: Json }

/** A header, parameter or schema that stands in `components`. */
export type Reference = { $ref: string }

/** Examples by name, as OpenAPI wants them in a media type object. */
export type Examples = Record<string, { summary: string; value: Json }>

/** The OpenAPI 3.1 document: plain JSON, a new object at each call. */
export interface OpenApiDocument {
  openapi: string
  info: JsonObject
  servers: JsonObject[]
  security: JsonObject[]
  tags: JsonObject[]
  paths: Record<string, JsonObject>
  webhooks: Record<string, JsonObject>
  components: Record<
    'schemas' | 'parameters' | 'headers' | 'responses' | 'securitySchemes',
    Record<string, JsonObject>
  >
}
