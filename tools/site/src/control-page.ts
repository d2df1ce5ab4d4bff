/** What this page needs of an OpenAPI document. */
export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}
interface Operation {
  summary?: string
  description?: string
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema; description?: string }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, { description?: string }>
}
interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  description?: string
  default?: unknown
}

/** The control API, from its OpenAPI document: every call with its parameters and fields. */
export function controlPage(document: OpenApi): string {
  const resolve = (schema: Schema | undefined): Schema => {
    const name = schema?.$ref?.split('/').at(-1)
    return name === undefined ? (schema ?? {}) : resolve(document.components?.schemas?.[name])
  }
  const typeOf = (schema: Schema | undefined): string => {
    const found = resolve(schema)
    if (found.enum) return found.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
    const several = found.anyOf ?? found.oneOf
    if (several) return [...new Set(several.map(typeOf))].join(' or ')
    if (found.type === 'array') return `array of ${typeOf(found.items)}`
    return [found.type ?? 'anything'].flat().join(' or ')
  }
  const cell = (text = '') => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const rows = (
    fields: {
      name: string
      schema: Schema | undefined
      required: boolean
      description?: string | undefined
    }[],
  ) =>
    fields.length === 0
      ? []
      : [
          '| name | type | |',
          '|---|---|---|',
          ...fields.map(({ name, schema, required, description }) => {
            const words = [
              required ? '' : 'optional',
              description ?? resolve(schema).description ?? '',
            ].filter(Boolean)
            return `| \`${name}\` | ${cell(typeOf(schema))} | ${cell(words.join('. '))} |`
          }),
          '',
        ]

  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const body = resolve(operation.requestBody?.content?.['application/json']?.schema)
      const [status] = Object.keys(operation.responses ?? {})
      return [
        `## ${method.toUpperCase()} ${path.replaceAll('{', ':').replaceAll('}', '')}`,
        '',
        `${operation.summary ?? ''}${status === undefined ? '' : ` → ${status}`}`,
        '',
        ...(operation.description === undefined ? [] : [operation.description, '']),
        ...rows(
          (operation.parameters ?? [])
            .filter(({ in: place }) => place !== 'path')
            .map(({ name, schema, required = false, description }) => ({
              name,
              schema,
              required,
              description,
            })),
        ),
        ...rows(
          Object.entries(body.properties ?? {}).map(([name, schema]) => ({
            name,
            schema,
            required: body.required?.includes(name) ?? false,
          })),
        ),
      ].join('\n')
    }),
  )
  return `# The control API\n\nWhat \`/sandbox\` of a running sandbox answers, with \`Authorization: Bearer <admin token>\`. [The document](/control-openapi.json) is served at \`/sandbox/openapi.json\`, and [\`@svc/control\`](/packages/control) is its typed client.\n\n${calls.join('\n')}`
}
