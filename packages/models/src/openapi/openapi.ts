import { headerNames } from '../headers.ts'
import { checkOptions } from '../check-options.ts'
import { ModelsError } from '../errors.ts'
import type { OptionNames } from '../options.ts'
import { componentResponses } from './answers.ts'
import { componentHeaders } from './headers.ts'
import { componentSchemas } from './json-schema.ts'
import { paths, requestParameters } from './paths.ts'
import { namedSchemas } from './schemas.ts'
import { introduction } from './texts.ts'
import type { OpenApiDocument } from './types.ts'
import { deliveryParameters, webhooks } from './webhooks.ts'

/** How the document presents itself. */
export interface OpenApiOptions {
  /** Base URL of the service; by default the origin that serves the document. @default '/' */
  serverUrl?: string | undefined
  /** Version of the document. @default '1.0.0' */
  version?: string | undefined
}

/**
 * The OpenAPI 3.1 document of the whole API, built from the operation table and the schemas that the server
 * runs on, so it always says what the service does. The same options give the same document, byte for byte.
 *
 * @example
 * await writeFile('openapi.json', JSON.stringify(openapi({ serverUrl: 'https://api.example.com' }), null, 2))
 */
export function openapi(options: OpenApiOptions = {}): OpenApiDocument {
  checkOptions('openapi', options, { serverUrl: true, version: true } satisfies OptionNames<OpenApiOptions>)
  const { serverUrl = '/', version = '1.0.0' } = options
  for (const [name, value] of Object.entries({ serverUrl, version })) {
    if (typeof value !== 'string') throw new ModelsError('invalid_option', `openapi: ${name} must be a text`)
  }
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info: {
      title: 'Property client API',
      version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Paths begin with a slash, so the server must not end with one.
    servers: [{ url: serverUrl.length > 1 ? serverUrl.replace(/(?<!\/)\/+$/, '') : serverUrl }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'bookings', description: 'Read bookings.' },
      { name: 'payments', description: 'Record, change and delete payments.' },
      {
        name: 'webhooks',
        description: 'Manage webhook endpoints and look into their deliveries.',
      },
      { name: 'events', description: 'What arrives at a webhook endpoint.' },
    ],
    paths: paths(),
    webhooks: webhooks(),
    components: {
      schemas: componentSchemas(namedSchemas),
      responses: componentResponses(),
      parameters: { ...requestParameters, ...deliveryParameters },
      headers: componentHeaders,
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: headerNames.apiKey,
          description: 'Made in the dashboard under Settings, API Keys; shown once.',
        },
      },
    },
  }
  // Parts of it are constants of this package: a caller that changes its document must not change the next one.
  return structuredClone(document)
}
