import { describe, expect, it } from 'vitest'
import { operationErrors } from './operation-errors.ts'
import { needsIdempotencyKey, type Operation, operations } from './operations.ts'
import { errorStatuses } from './vocabulary.ts'

const table = Object.entries(operations) as [string, Operation][]

it('has every operation of the specification, at its method and path', () => {
  expect(table.map(([id, { method, path, status }]) => `${id}: ${method} ${path} ${status}`)).toEqual([
    'listBookings: GET /bookings 200',
    'getBooking: GET /bookings/{bookingId} 200',
    'listPayments: GET /payments 200',
    'createPayment: POST /payments 201',
    'updatePayment: PATCH /payments/{paymentId} 200',
    'deletePayment: DELETE /payments/{paymentId} 204',
    'listWebhooks: GET /webhooks 200',
    'createWebhook: POST /webhooks 201',
    'updateWebhook: PATCH /webhooks/{endpointId} 200',
    'deleteWebhook: DELETE /webhooks/{endpointId} 204',
    'listDeliveries: GET /webhooks/{endpointId}/deliveries 200',
  ])
})

describe.each(table)('%s', (_id, operation) => {
  it('has a body where it writes, an answer unless it is 204, and a 404 where it names a thing', () => {
    expect(operation.body !== undefined).toBe(needsIdempotencyKey(operation))
    expect(operation.answer === undefined).toBe(operation.status === 204)
    expect(operation.errors.includes('not_found')).toBe(operation.path.includes('{'))
  })

  it('lists its error codes once each, by status', () => {
    const codes = operationErrors(operation)
    expect(new Set(codes).size).toBe(codes.length)
    const statuses = codes.map((code) => errorStatuses[code])
    expect(statuses).toEqual(statuses.toSorted((left, right) => left - right))
  })
})

it('needs an idempotency key for POST and PATCH', () => {
  expect(table.filter(([, operation]) => needsIdempotencyKey(operation)).map(([id]) => id)).toEqual([
    'createPayment',
    'updatePayment',
    'createWebhook',
    'updateWebhook',
  ])
})

it('adds the codes of reading and of writing', () => {
  expect(operationErrors(operations.getBooking)).toEqual([
    'validation_error',
    'unauthorized',
    'origin_not_allowed',
    'not_found',
    'rate_limited',
    'internal_error',
    'unavailable',
  ])
  expect(operationErrors(operations.updatePayment).toSorted()).toEqual(Object.keys(errorStatuses).toSorted())
})
