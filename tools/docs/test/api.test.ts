import { readFileSync } from 'node:fs'
import {
  apiPrefix,
  bookingSchema,
  bookingStatuses,
  createdWebhookEndpointSchema,
  defaultPaymentName,
  deliverySchema,
  deliveryStatuses,
  errorStatuses,
  eventDataSchemas,
  eventEnvelopeSchema,
  eventTypes,
  guestSchema,
  headerNames,
  limits,
  type Operation,
  operations,
  paymentMethods,
  paymentSchema,
  paymentTypes,
  stayDateSchema,
  webhookEndpointSchema,
} from '@svc/models'
import { describe, expect, it } from 'vitest'

const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')
const decisions = readFileSync(new URL('../../../docs/api-decisions.md', import.meta.url), 'utf8')

/** The text below a heading with this number, up to the next heading. */
function section(number: string): string {
  const [, text] =
    new RegExp(`^#+ ${number.replace('.', '\\.')}\\.? [^\\n]*\\n([\\s\\S]*?)(?=^#)`, 'm').exec(
      `${page}\n#`,
    ) ?? []
  return text ?? ''
}

/** The names in the first column of the tables of a section. */
const fields = (number: string) => [...section(number).matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)

type Shaped = { _zod: { def: { shape?: Record<string, unknown>; innerType?: Shaped } } }
function shape(schema: unknown): string[] {
  const { _zod: internals } = schema as Shaped
  return Object.keys(internals.def.shape ?? {})
}

describe('docs/api.md describes the operation table', () => {
  it.each(Object.entries<Operation>(operations))(
    '%s',
    (_id, { method, path, section: number, status, query, body }) => {
      const text = section(number)
      const place = `\`${method} ${apiPrefix}${path}\``
      expect(text).toContain(place)
      const line = text.split('\n').find((each) => each.includes(place)) ?? ''
      expect(line).toContain(String(status))
      for (const name of [...(query ? shape(query) : []), ...(body ? shape(body) : [])]) {
        expect(text).toContain(`\`${name}\``)
      }
    },
  )

  it('names no operation and no parameter that is not there', () => {
    const described = new Set(
      [...page.matchAll(/`((?:GET|POST|PATCH|DELETE) \/api[^`]*)`/g)].map(([, place]) => place),
    )
    expect(described).toEqual(
      new Set(
        Object.values<Operation>(operations).map(({ method, path }) => `${method} ${apiPrefix}${path}`),
      ),
    )
    expect(new Set(fields('4.1'))).toEqual(
      new Set([...shape(operations.listBookings.query), ...shape(operations.listBookings.answer)]),
    )
    expect(fields('4.3')).toEqual(shape(operations.listPayments.query))
    expect(new Set(fields('4.4'))).toEqual(new Set(shape(operations.createPayment.body)))
  })

  it.each([
    ['2.1', bookingSchema],
    ['2.2', guestSchema],
    ['2.3', stayDateSchema],
    ['2.4', paymentSchema],
    ['2.6', deliverySchema],
  ])('section %s has the fields of its resource', (number, schema) => {
    expect(new Set(fields(number))).toEqual(new Set(shape(schema)))
  })

  it('an endpoint has the fields of a list and of a creation', () => {
    const all = [...shape(webhookEndpointSchema), ...shape(createdWebhookEndpointSchema)]
    expect(new Set(fields('2.5'))).toEqual(new Set(all))
  })

  it('has every event with the fields of its data, and the envelope', () => {
    const text = section('6')
    expect(new Set(fields('6'))).toEqual(new Set(shape(eventEnvelopeSchema)))
    for (const type of eventTypes) {
      const rows = text.split('\n').filter((line) => line.startsWith('|') && line.includes(`\`${type}\``))
      expect(rows.length).toBeGreaterThan(1)
      for (const name of shape(eventDataSchemas[type])) expect(rows.join('\n')).toContain(`\`${name}\``)
    }
    for (const name of [headerNames.signature, headerNames.event, headerNames.delivery])
      expect(text).toContain(name)
  })

  it('has every code with its status, every word of the vocabulary, and the limits', () => {
    const codes = [...section('7').matchAll(/^\| (\d+) \| `(\w+)`/gm)].map(([, status, code]) => [
      code,
      Number(status),
    ])
    expect(Object.fromEntries(codes)).toEqual(errorStatuses)
    for (const word of [...deliveryStatuses, ...bookingStatuses])
      expect(section('3')).toContain(`\`${word}\``)
    for (const word of [...paymentMethods, ...paymentTypes, defaultPaymentName])
      expect(section('4.4')).toContain(word)
    const text = section('8')
    expect(text).toContain(`${limits.requestsPerMinute} a minute`)
    expect(text).toContain(`the last ${limits.deliveryHistory}`)
    expect(text).toContain(`${limits.deliveryTimeoutMs / 1000} seconds`)
    expect(text).toContain(`${limits.deliveryAttempts} in total`)
    expect(limits.retryDelaysSeconds).toEqual([60, 5 * 60, 30 * 60, 2 * 3600])
  })

  it('links every decision to its heading', () => {
    const anchors = new Set(
      [...decisions.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      ),
    )
    const links = [...page.matchAll(/api-decisions\.md#([\w-]+)/g)].map(([, anchor = '']) => anchor)
    expect(links.length).toBeGreaterThan(15)
    expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([])
    // No decision number without its link.
    expect(page.replaceAll(/\[D\d+\]/g, '').match(/\bD\d+\b/g)).toBeNull()
  })
})
