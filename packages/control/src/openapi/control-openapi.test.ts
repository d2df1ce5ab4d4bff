import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { controlOpenapi, controlOperations } from '../index.ts'

type Plain = Record<string, unknown>

/** Every `$ref` of a document. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    key === '$ref' && typeof child === 'string' ? [child] : references(child),
  )
}

const resolve = (document: unknown, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Plain | undefined)?.[key], document)

describe('controlOpenapi', () => {
  const document = controlOpenapi()
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item)) as Plain[]

  it('is a valid OpenAPI 3.1 document', async () => {
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true })
  })

  it('has every operation of the table, at its path and method', () => {
    expect(operations.map(({ operationId }) => String(operationId)).toSorted()).toEqual(
      Object.keys(controlOperations).toSorted(),
    )
    expect(document.paths['/sandbox/properties/{propertyId}/bookings/{bookingId}']).toMatchObject({
      get: { operationId: 'getBooking' },
      patch: { operationId: 'updateBooking' },
      delete: { operationId: 'cancelBooking' },
    })
  })

  it('refers to nothing that is not there, and holds no component that nobody refers to', () => {
    const found = new Set(references(document))
    for (const reference of found) expect([reference, resolve(document, reference)]).not.toContain(undefined)
    const schemas = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)
    expect(schemas.filter((reference) => !found.has(reference))).toEqual([])
  })

  it('closes requests and leaves answers open', () => {
    const { schemas } = document.components
    expect(schemas['PropertyInput']).toMatchObject({ additionalProperties: false, required: ['name'] })
    expect(schemas['Property']).not.toHaveProperty('additionalProperties')
  })

  it('describes streams by what they consist of', () => {
    expect(document.paths['/sandbox/requests/stream']).toMatchObject({
      get: {
        responses: {
          200: {
            content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/LoggedRequest' } } },
          },
        },
      },
    })
  })

  it('gives the same document each time, of which each caller may change its own', () => {
    const mine = controlOpenapi()
    mine.paths = {}
    expect(controlOpenapi()).toEqual(document)
  })
})
