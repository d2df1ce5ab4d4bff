import { errorStatuses } from '@svc/models'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseErrorBody } from './parse-error-body.ts'

describe('parseErrorBody', () => {
  it("reads the service's own body", () => {
    const body = {
      code: 'validation_error',
      message: 'The payment is not valid',
      details: [{ path: 'amount', message: 'must be a decimal string' }],
      request_id: 'req_1',
    }
    expect(parseErrorBody(400, JSON.stringify(body))).toEqual({
      code: body.code,
      message: body.message,
      details: body.details,
      requestId: 'req_1',
    })
  })

  it.each([
    [
      502,
      '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>',
      'http_502',
      '502 Bad Gateway',
    ],
    [500, '<h1>Oops</h1>\n<p>sorry</p>', 'internal_error', 'Oops sorry'],
    [503, '', 'unavailable', undefined],
    [503, undefined, 'unavailable', undefined],
    [404, 'null', 'not_found', undefined],
    [404, '[]', 'not_found', undefined],
    [429, '"slow down"', 'rate_limited', 'slow down'],
    [401, '{"code":"unauth', 'unauthorized', '{"code":"unauth'],
    [418, '{}', 'http_418', undefined],
    [400, '{"code":5,"message":{},"details":"x","request_id":[]}', 'bad_request', undefined],
  ])('%d with %j', (status, body, code, message) => {
    expect(parseErrorBody(status, body)).toMatchObject({ code, message, details: [] })
  })

  it.each([
    [403, { error: { code: 'unauthorized', message: 'no' } }, 'unauthorized', 'no'],
    [401, { error: 'invalid_token', error_description: 'It has expired' }, 'invalid_token', 'It has expired'],
    [404, { error: { code: 404, message: 'gone', status: 'NOT_FOUND' } }, 'not_found', 'gone'],
    [403, { error: 'This origin is not listed.' }, 'origin_not_allowed', 'This origin is not listed.'],
    [
      422,
      {
        type: 'https://x.example/problems/validation-error',
        title: 'Not valid',
        status: 422,
        detail: 'amount',
      },
      'validation_error',
      'amount',
    ],
    [
      503,
      { type: 'about:blank', title: 'Service Unavailable', status: 503 },
      'unavailable',
      'Service Unavailable',
    ],
    [
      409,
      { errors: [{ code: 'idempotency_key_reused', title: 'Used before' }] },
      'idempotency_key_reused',
      'Used before',
    ],
    [400, { code: 'internal_error', message: 'no' }, 'bad_request', 'no'],
    [500, { code: 'validation_error', message: 'no' }, 'internal_error', 'no'],
    [409, { code: 'duplicate', message: 'again' }, 'duplicate', 'again'],
  ])('%d with the form of another server %j', (status, body, code, message) => {
    expect(parseErrorBody(status, JSON.stringify(body))).toMatchObject({ code, message })
  })

  it.each([
    [{ errors: [{ pointer: '#/stay_dates/0/amount', detail: 'must be whole' }] }, 'stay_dates.0.amount'],
    [{ error: { details: [{ field: 'amount', message: 'must be whole' }] } }, 'amount'],
    [{ 'invalid-params': [{ name: 'amount', reason: 'must be whole' }] }, 'amount'],
  ])('fields at fault in %j', (body, path) => {
    expect(parseErrorBody(422, JSON.stringify(body)).details).toEqual([{ path, message: 'must be whole' }])
  })

  it('details of any shape become details', () => {
    const body = JSON.stringify({
      code: 'validation_error',
      details: [null, 1, {}, { path: 'a', message: 'b', x: 1 }],
    })
    expect(parseErrorBody(400, body).details).toEqual([
      { path: '', message: 'is not valid' },
      { path: 'a', message: 'b' },
    ])
  })

  it('a long text of a hostile server is looked at in part, however it comes', () => {
    const long = '<'.repeat(2_000_000)
    // Each of them took minutes when every `<` was followed to the end.
    for (const body of [long, JSON.stringify(long), JSON.stringify({ error: long })]) {
      expect(parseErrorBody(500, body).code).toBe('internal_error')
    }
  })

  it('never throws and always has a code', () => {
    const body = fc.oneof(fc.string(), fc.json(), fc.constant(undefined))
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), body, (status, text) => {
        expect(parseErrorBody(status, text).code).not.toBe('')
      }),
    )
  })

  it("without a code of its own, 409 and 422 are not taken for the service's", () => {
    const { idempotency_key_in_use, idempotency_key_reused, ...others } = errorStatuses
    expect(parseErrorBody(idempotency_key_in_use, '').code).toBe('http_409')
    expect(parseErrorBody(idempotency_key_reused, '').code).toBe('http_422')
    for (const status of Object.values(others)) {
      expect(Object.keys(errorStatuses)).toContain(parseErrorBody(status, '').code)
    }
  })
})
