import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { redactBody, redacted, redactForms, redactHeaders } from './redact.ts'

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

const key = `svc_${'k'.repeat(43)}`

describe('a key in the wrong place is hidden', () => {
  it.each([
    [
      'a path',
      redactForms(`/api/v1/client/bookings?api_key=${key}&limit=1`),
      '/api/v1/client/bookings?api_key=X&limit=1',
    ],
    ['behind an escape', redactForms(`/a%20${key}`), '/a%20X'],
    [
      'a header of another name',
      redactHeaders({ 'api-key': key, 'x-token': `Token ${key}` }),
      { 'api-key': 'X', 'x-token': 'Token X' },
    ],
    ['an admin token', redactForms(`?t=svc_admin_${'k'.repeat(43)}`), '?t=X'],
    ['a secret', redactForms('/whsec_abc'), '/X'],
  ])('%s', (_where, shown, expected) => {
    expect(JSON.stringify(shown)).toBe(JSON.stringify(expected).replaceAll('X', redacted))
  })

  it('what only begins like one is not', () => {
    expect(redactForms('/svc_hostel?name=svc_short')).toBe('/svc_hostel?name=svc_short')
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
