// The entry `@svc/models/openapi`: the OpenAPI document, and the pieces that it is made of.
export { componentSchemas, querySchemas } from './openapi/json-schema.ts'
export * from './openapi/openapi.ts'
export type { Json, JsonObject, OpenApiDocument, Reference } from './openapi/types.ts'
