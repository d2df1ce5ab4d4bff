import type { OpenApiDocument, OpenApiOptions, OptionNames } from '@svc/models'
import { refuseUnknown } from '../known-fields.ts'
import { componentResponses } from './answers.ts'
import { paths } from './paths.ts'
import { controlSchemas } from './schemas.ts'

const introduction = `\
The sandbox's own API: everything that a dashboard user, an OTA or the course of time would do, for tests and tools.

**Token.** Every request carries \`Authorization: Bearer <admin token>\`. The sandbox prints it at its first start.

**Strict.** Requests are strict: an unknown field or parameter is refused, because a test whose fault was silently ignored
passes for the wrong reason. Answers may gain fields: ignore what you do not know.

**Errors.** \`code\` is stable, \`message\` is for people, \`details\` name the bad fields, as in the client API.

It is not rate limited and needs no idempotency keys.`

/**
 * The OpenAPI 3.1 document of the control API, built from the operation table and the schemas that the sandbox runs on.
 * The same options give the same document, byte for byte.
 *
 * @example
 * await writeFile('control.json', JSON.stringify(controlOpenapi({ serverUrl: 'http://127.0.0.1:4010' }), null, 2))
 */
export function controlOpenapi(options: OpenApiOptions = {}): OpenApiDocument {
  const optionNames: OptionNames<OpenApiOptions> = { serverUrl: true, version: true }
  refuseUnknown('controlOpenapi', options, optionNames)
  const { serverUrl = '/', version = '1.0.0' } = options
  return {
    openapi: '3.1.1',
    info: {
      title: 'Sandbox control API',
      version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // Paths begin with a slash, so the server must not end with one.
    servers: [{ url: serverUrl.length > 1 ? serverUrl.replace(/(?<!\/)\/+$/, '') : serverUrl }],
    security: [{ adminToken: [] }],
    tags: [
      { name: 'properties', description: 'Properties, their API keys and allowed origins.' },
      { name: 'bookings', description: 'Bookings, payments, guest messages and sample events.' },
      { name: 'webhooks', description: 'Webhook endpoints and the log of their deliveries.' },
      { name: 'clock', description: 'The virtual clock.' },
      { name: 'faults', description: 'Faults of the client API and of deliveries.' },
      { name: 'requests', description: 'The log of handled requests.' },
      { name: 'state', description: 'The state as a whole: reset, snapshots, export and import.' },
    ],
    paths: paths(),
    webhooks: {},
    components: {
      schemas: controlSchemas(),
      responses: componentResponses(),
      parameters: {},
      headers: {},
      securitySchemes: {
        adminToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Printed at the first start, or given with `--admin-token`.',
        },
      },
    },
  }
}
