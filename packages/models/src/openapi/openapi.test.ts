import { Validator } from '@seriousme/openapi-schema-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromJSONSchema } from 'zod'
import { errorBodySchema } from '../error-body.ts'
import { operationErrors } from '../operation-errors.ts'
import { apiPrefix, needsIdempotencyKey, type Operation, operations } from '../operations.ts'
import { safeParseEvent } from '../parse-event.ts'
import { validate } from '../validate.ts'
import { createWebhookEndpointSchema } from '../webhook-requests.ts'
import { errorStatuses, eventTypes } from '../vocabulary.ts'
import { everyAnswer } from './headers.ts'
import { openapi } from './openapi.ts'
import { schemaReference } from './schemas.ts'
import type { Json, JsonObject } from './types.ts'

/** The parts of an operation object that these tests look into. */
interface Documented {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security?: []
  parameters: {
    $ref?: string
    name?: string
    in?: string
    required?: boolean
    schema?: JsonObject
    example?: Json
  }[]
  requestBody?: { content: { 'application/json': MediaType } }
  responses: Record<string, Answer>
}
interface MediaType {
  schema: { $ref: string }
  examples: Record<string, { summary: string; value: Json }>
}
interface Answer {
  $ref?: string
  description: string
  headers?: Record<string, { $ref: string }>
  content?: { 'application/json': MediaType }
}

const document = openapi()
const table = Object.entries(operations) as [keyof typeof operations, Operation][]

const operationOf = ({ method, path }: Operation): Documented =>
  document.paths[apiPrefix + path]?.[method.toLowerCase()] as unknown as Documented
const webhookOf = (type: string): Documented => document.webhooks[type]?.post as unknown as Documented

const pointed = (reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)

const resolved = (answer: Answer): Answer => (answer.$ref ? (pointed(answer.$ref) as Answer) : answer)

type JsonSchema = Parameters<typeof fromJSONSchema>[0]
const { schemas } = document.components
const inDefs = (value: unknown) =>
  JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/')) as JsonSchema

/** Checks values against the document's own JSON Schema, independent of the zod schemas it is made from. */
const jsonSchema = (reference: { $ref: string }) => fromJSONSchema(inDefs({ ...reference, $defs: schemas }))

const extraHeaders = (status: string, operation: Operation): string[] => {
  if (['409', '429', '503'].includes(status)) return ['Retry-After']
  return status === '404' && needsIdempotencyKey(operation) ? ['Idempotent-Replayed'] : []
}

const every = (value: unknown, visit: (key: string, value: unknown) => void): void => {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    visit(key, inner)
    every(inner, visit)
  }
}

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    )
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
  })

  it('resolves every reference, and uses every component', () => {
    const used = new Set<string>()
    every(document, (key, value) => {
      if (key === '$ref') used.add(value as string)
    })
    expect([...used].filter((reference) => pointed(reference) === undefined)).toEqual([])
    for (const [kind, components] of Object.entries(document.components)) {
      if (kind === 'securitySchemes') continue
      for (const name of Object.keys(components)) expect([...used]).toContain(`#/components/${kind}/${name}`)
    }
  })

  it('is the same each time, is plain JSON, and shares no object with the next one', () => {
    const first = openapi()
    expect(JSON.stringify(first)).toBe(JSON.stringify(document))
    expect(JSON.parse(JSON.stringify(first))).toEqual(first)
    every(first, (_key, value) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        Object.assign(value, { spoilt: true })
    })
    expect(openapi()).toEqual(document)
  })

  it('writes no schema twice', () => {
    const texts = Object.values(schemas).map((schema) => JSON.stringify(schema))
    expect(texts.filter((text, index) => texts.indexOf(text) < index)).toEqual([])
    const { Booking, BookingPage } = document.components.schemas
    expect(Booking).toMatchObject({ properties: { guest: { $ref: '#/components/schemas/Guest' } } })
    expect(BookingPage).toMatchObject({
      properties: { results: { items: { $ref: '#/components/schemas/Booking' } } },
    })
  })

  it('takes a server and a version', () => {
    const own = openapi({ serverUrl: 'https://api.example.com/', version: '2.1.0' })
    expect(own.servers).toEqual([{ url: 'https://api.example.com' }])
    expect(own.info).toMatchObject({ version: '2.1.0' })
    expect(document.servers).toEqual([{ url: '/' }])
  })

  it('asks for the key everywhere', () => {
    expect(document.security).toEqual([{ apiKey: [] }])
    expect(document.components.securitySchemes.apiKey).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
    })
  })

  it('refuses to write a schema outside components', () => {
    expect(() => schemaReference(errorBodySchema)).not.toThrow()
    const { def } = errorBodySchema
    expect(() => schemaReference(errorBodySchema.clone(def))).toThrow('has no component')
  })
})

describe.each(table)('%s', (id, operation) => {
  const documented = operationOf(operation)

  it('has its name, texts with the section of the specification, and tag', () => {
    expect(documented).toMatchObject({ operationId: id, summary: operation.summary, tags: [operation.tag] })
    expect(documented.description).toContain(`Specification: section ${operation.section}.`)
  })

  it('has all parameters, each with an example that fits', () => {
    const own = documented.parameters.filter(({ $ref }) => !$ref)
    const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(own.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(path)
    for (const { name, required, schema, example, ...rest } of own) {
      const { success } = fromJSONSchema(schema as JsonSchema).safeParse(example)
      expect({ name, required, success }).toEqual({ name, required: rest.in === 'path', success: true })
    }
    const key = documented.parameters.some(({ $ref }) => $ref === '#/components/parameters/Idempotency-Key')
    expect(key).toBe(needsIdempotencyKey(operation))
  })

  it('has a body with examples that both kinds of schema accept', () => {
    expect(documented.requestBody !== undefined).toBe(operation.body !== undefined)
    if (!operation.body || !documented.requestBody) return
    const { schema, examples } = documented.requestBody.content['application/json']
    expect(pointed(schema.$ref)).toMatchObject({ additionalProperties: false })
    expect(Object.keys(examples).length).toBeGreaterThan(0)
    for (const { value } of Object.values(examples)) {
      expect(validate(operation.body, value)).toEqual({ ok: true, value })
      expect(jsonSchema(schema).safeParse(value)).toMatchObject({ success: true })
      expect(jsonSchema(schema).safeParse({ ...(value as JsonObject), amout: '1' }).success).toBe(false)
    }
  })

  it('has its success with examples that both kinds of schema accept', () => {
    const { content, headers = {} } = documented.responses[operation.status] ?? {}
    expect(content !== undefined).toBe(operation.answer !== undefined)
    expect('X-Request-Id' in headers && 'RateLimit' in headers).toBe(true)
    expect('Idempotent-Replayed' in headers).toBe(needsIdempotencyKey(operation))
    if (!content || !operation.answer) return
    const { schema, examples } = content['application/json']
    for (const { value } of Object.values(examples)) {
      expect(validate(operation.answer, value)).toEqual({ ok: true, value })
      expect(jsonSchema(schema).safeParse(value)).toMatchObject({ success: true })
    }
  })

  it('has an answer with an example for each error code, at its status, with its headers', () => {
    const codes = operationErrors(operation)
    const documentedCodes: unknown[] = []
    for (const [status, answer] of Object.entries(documented.responses)) {
      if (status === String(operation.status)) continue
      const { headers = {}, content, description } = resolved(answer)
      const examples = Object.values(content?.['application/json'].examples ?? {}).map(({ value }) => value)
      expect(examples.length).toBeGreaterThan(0)
      for (const value of examples) {
        const parsed = validate(errorBodySchema, value)
        if (!parsed.ok) throw new Error(JSON.stringify(parsed.details))
        const { code } = parsed.value
        // 431 has a status of HTTP, before there is a request, and the code of a broken one.
        const own = status === '431' ? 400 : Number(status)
        expect(errorStatuses[code as keyof typeof errorStatuses]).toBe(own)
        expect(description).toContain(`\`${code}\``)
        if (status !== '431') documentedCodes.push(code)
      }
      if (status === '431') {
        expect(Object.keys(headers)).toEqual(['X-Request-Id'])
        continue
      }
      const extra = Object.keys(headers).filter((name) => !/^(X-)?RateLimit|^X-Request-Id$/.test(name))
      expect(Object.keys(headers)).toEqual([...everyAnswer, ...extra])
      expect({ status, extra }).toEqual({ status, extra: extraHeaders(status, operation) })
    }
    expect(new Set(documentedCodes)).toEqual(new Set(codes))
  })
})

describe.each(eventTypes)('the webhook %s', (type) => {
  const documented = webhookOf(type)

  it('has its headers, no key, and examples that are read as they are', () => {
    expect(documented.security).toEqual([])
    expect(documented.parameters.map(({ $ref }) => $ref?.split('/').pop())).toEqual([
      'X-SVC-Signature',
      'X-SVC-Event',
      'X-SVC-Delivery',
    ])
    const media = documented.requestBody?.content['application/json']
    const values = Object.values(media?.examples ?? {}).map(({ value }) => value)
    expect(values.length).toBe(type === 'booking.updated' ? 2 : 1)
    for (const value of values) {
      expect(value).toMatchObject({ type })
      expect(safeParseEvent(value)).toEqual({ ok: true, value })
      expect(jsonSchema(media?.schema ?? { $ref: '' }).safeParse(value)).toMatchObject({ success: true })
    }
  })

  it('says what an answer means', () => {
    expect(Object.keys(documented.responses)).toEqual(['2XX', 'default'])
    expect(documented.responses['2XX']?.description).toContain('5 seconds')
    expect(documented.responses.default?.description).toContain('1 min, 5 min, 30 min, 2 h')
  })
})

describe('what a generator of requests reads', () => {
  const matches = (schema: unknown, text: string) =>
    new RegExp((schema as { pattern: string }).pattern, 'u').test(text)

  it('which idempotency keys there are', () => {
    const { schema } = document.components.parameters['Idempotency-Key'] as { schema: unknown }
    const made = fc.sample(fc.uuid({ version: 4 }), 20)
    for (const key of made)
      expect([key, matches(schema, key), matches(schema, key.toUpperCase())]).toEqual([key, true, true])
    for (const key of [...fc.sample(fc.uuid({ version: 7 }), 20), '', 'a', ` ${made[0]}`])
      expect([key, matches(schema, key)]).toEqual([key, false])
  })

  it('that no text has U+0000, on several lines either', () => {
    const { CreatePayment, UpdatePayment } = document.components.schemas as unknown as Record<
      string,
      { properties: Record<string, { anyOf?: unknown[] }> }
    >
    for (const { properties } of [CreatePayment, UpdatePayment].flatMap((schema) => schema ?? [])) {
      for (const name of ['name', 'description']) {
        const text = properties[name]?.anyOf?.[0] ?? properties[name]
        expect([name, matches(text, 'two\nlines'), matches(text, 'a\n\0')]).toEqual([name, true, false])
      }
    }
  })

  it('what a webhook URL looks like: whatever is accepted fits', () => {
    const { CreateWebhookEndpoint } = document.components.schemas as unknown as Record<
      string,
      { properties: { url: unknown } }
    >
    const url = CreateWebhookEndpoint?.properties.url
    fc.assert(
      fc.property(fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()), (text) => {
        const accepted = validate(createWebhookEndpointSchema, { url: text, events: ['payment.created'] }).ok
        if (accepted) expect([text, matches(url, text)]).toEqual([text, true])
      }),
    )
    for (const text of [
      'https:///host/',
      'https://u:p@host/',
      'https://host\\@x',
      'https://host/#x',
      'ftp://host',
    ])
      expect([text, matches(url, text)]).toEqual([text, false])
  })
})

describe('what a reader sees', () => {
  it('in the query of the bookings', () => {
    expect(operationOf(operations.listBookings).parameters.map(({ name, schema }) => [name, schema])).toEqual(
      [
        ['page', { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }],
        ['limit', { type: 'integer', minimum: 1, maximum: 100, default: 10 }],
        ['status', { type: 'string', minLength: 1, pattern: String.raw`^[^\u0000]*$` }],
        ['guest_id', { type: 'string', format: 'uuid' }],
        ['start_date', { type: 'string', format: 'date' }],
        ['end_date', { type: 'string', format: 'date' }],
      ],
    )
  })

  it('in the schemas: formats instead of patterns, open enums, one update at least', () => {
    const { Payment, UpdatePayment, CreateWebhookEndpoint } = document.components.schemas
    expect(Payment).toMatchObject({
      properties: {
        id: { type: 'string', format: 'uuid', description: 'Payment identifier.' },
        type: { anyOf: [{ type: 'string', enum: ['income', 'outgoing'] }, { type: 'string' }] },
        bid: { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
        date: { type: 'string', format: 'date-time' },
      },
    })
    expect(JSON.stringify(Payment)).not.toMatch(/"default"|additionalProperties|0-9a-f/)
    expect(UpdatePayment).toMatchObject({ minProperties: 1 })
    expect(CreateWebhookEndpoint).toMatchObject({
      properties: { url: { format: 'uri', maxLength: 2048 }, events: { minItems: 1, uniqueItems: true } },
    })
  })

  it('as a list of paths', () => {
    expect(Object.entries(document.paths).map(([path, item]) => `${Object.keys(item).join(',')} ${path}`))
      .toMatchInlineSnapshot(`
      [
        "get /api/v1/client/bookings",
        "get /api/v1/client/bookings/{bookingId}",
        "get,post /api/v1/client/payments",
        "patch,delete /api/v1/client/payments/{paymentId}",
        "get,post /api/v1/client/webhooks",
        "patch,delete /api/v1/client/webhooks/{endpointId}",
        "get /api/v1/client/webhooks/{endpointId}/deliveries",
      ]
    `)
  })
})

it.each([{ serverUrl: 5 }, { serverUrl: null }, { version: 2 }])(
  '%j is no text, and is refused',
  (options) => {
    expect(() => openapi(options as never)).toThrow('must be a text')
  },
)
