/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** A part of the document whose keys are given by the OpenAPI specification or by JSON Schema. */
export type JsonObject = { [key: string]: Json }

/** A header, parameter or schema that stands in `components`. */
export type Reference = {
  /** Where it stands: `#/components/schemas/Booking`. */
  $ref: string
}

/** Examples by name, as OpenAPI wants them in a media type object. */
export type Examples = Record<string, { summary: string; value: Json }>

/** The OpenAPI 3.1 document: plain JSON, a new object at each call. */
export interface OpenApiDocument {
  /** Version of OpenAPI: `3.1.0`. */
  openapi: string
  /** Title, version and description. */
  info: JsonObject
  /** Where the API is: `[{ url: '/' }]`. */
  servers: JsonObject[]
  /** What every call needs: a key or a token. */
  security: JsonObject[]
  /** Groups of operations. */
  tags: JsonObject[]
  /** The operations by path and method. */
  paths: Record<string, JsonObject>
  /** The events by name; empty for the control API. */
  webhooks: Record<string, JsonObject>
  /** What the rest refers to, by kind and name. */
  components: Record<
    'schemas' | 'parameters' | 'headers' | 'responses' | 'securitySchemes',
    Record<string, JsonObject>
  >
}
