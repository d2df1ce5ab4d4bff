import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactBody, redacted, redactHeaders } from './redact.ts'

describe('redactHeaders', () => {
  it('keeps names and hides keys, tokens and cookies', () => {
    expect(
      redactHeaders({
        'x-api-key': 'k',
        Authorization: 'Bearer t',
        cookie: 'c',
        accept: ['a', 'b'],
        none: undefined,
      }),
    ).toEqual({ 'x-api-key': redacted, Authorization: redacted, cookie: redacted, accept: 'a, b' })
  })
})

describe('redactBody', () => {
  it('hides a webhook secret and leaves the rest as it was', () => {
    const body = '{"id":"1","secret": "whsec_abc","events":["payment.created"]}'
    expect(redactBody(body)).toBe('{"id":"1","secret": "[redacted]","events":["payment.created"]}')
  })

  it('hides secrets by their form, outside of JSON and in cut bodies', () => {
    expect(redactBody('oops whsec_abc-DEF_1 oops')).toBe(`oops ${redacted} oops`)
    expect(redactBody('{"secret":"plain text that was cut')).not.toContain('plain')
  })

  it('always hides the value of a secret field, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8 }), (value) => {
        const out = redactBody(JSON.stringify({ id: 1, secret: `S${value}E` }))
        expect(JSON.parse(out)).toEqual({ id: 1, secret: redacted })
      }),
    )
  })
})
