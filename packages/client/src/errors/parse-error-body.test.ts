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
