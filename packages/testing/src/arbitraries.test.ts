import {
  amountInput,
  amountPattern,
  bookingSchema,
  createPaymentSchema,
  createWebhookEndpointSchema,
  eventTypes,
  normaliseAmount,
  paymentSchema,
  safeParseEvent,
  updatePaymentSchema,
  validate,
} from '@svc/models'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraries } from './arbitraries.ts'

describe('arbitraries', () => {
  it.each([
    ['booking', arbitraries.booking(), bookingSchema],
    ['payment', arbitraries.payment(), paymentSchema],
    ['createPayment', arbitraries.createPayment(), createPaymentSchema],
    ['updatePayment', arbitraries.updatePayment(), updatePaymentSchema],
    ['createWebhook', arbitraries.createWebhook(), createWebhookEndpointSchema],
  ] as const)('%s is valid by the contract', (_, arbitrary, schema) => {
    fc.assert(
      fc.property(arbitrary as fc.Arbitrary<unknown>, (value) => {
        expect(validate(schema, value)).toMatchObject({ ok: true })
      }),
    )
  })

  it('events are valid, of any type and of the one asked for', () => {
    fc.assert(
      fc.property(arbitraries.event(), (event) => {
        expect(safeParseEvent(event)).toMatchObject({ ok: true })
      }),
    )
    for (const type of eventTypes) expect(fc.sample(arbitraries.eventOf(type), 1)[0]?.type).toBe(type)
  })

  it('amounts are as decision D9 allows, and as the service returns them', () => {
    fc.assert(
      fc.property(arbitraries.amount(), arbitraries.returnedAmount(), (amount, returned) => {
        expect(amount).toMatch(amountPattern)
        expect(normaliseAmount(returned)).toBe(returned)
      }),
    )
  })

  it('bad amounts are refused', () => {
    fc.assert(
      fc.property(arbitraries.badAmount(), (amount) => {
        expect(validate(amountInput(), amount).ok).toBe(false)
      }),
    )
  })

  it('bookings add up', () => {
    fc.assert(
      fc.property(arbitraries.booking(), ({ total, stay_dates }) => {
        expect(stay_dates.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
      }),
    )
  })

  it('hostile texts survive JSON and UTF-8, hostile strings need not', () => {
    fc.assert(
      fc.property(arbitraries.hostileText(), (text) => {
        expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))).toBe(
          text,
        )
      }),
    )
    const strings = fc.sample(arbitraries.hostileString(), { numRuns: 2_000, seed: 1 })
    expect(strings.some((text) => !text.isWellFormed())).toBe(true)
    expect(strings.some((text) => text.includes('\0'))).toBe(true)
  })

  it('hostile strings keep to the asked length', () => {
    fc.assert(
      fc.property(arbitraries.hostileString({ maxLength: 7 }), (text) => {
        expect(text.length).toBeLessThanOrEqual(7)
      }),
    )
  })
})
