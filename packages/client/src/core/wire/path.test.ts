import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPath, buildQuery, isId, pathParameter } from './path.ts'

describe('ids in paths', () => {
  it.each([
    '',
    '.',
    '..',
    'a/b',
    '../x',
    'a?b',
    'a#b',
    'a%2fb',
    'a b',
    'a\\b',
    'a;b',
    'é',
    'x'.repeat(129),
    'booking',
    '42',
  ])('%j is refused', (id) => {
    expect(isId(id)).toBe(false)
  })

  it.each([undefined, null, 42, {}, ['a']])('%j is refused', (id) => {
    expect(isId(id)).toBe(false)
  })

  it('an id that passes can never change the route', () => {
    const id = fc.oneof(fc.string(), fc.stringMatching(/^[0-9A-Fa-f-]{36}$/), fc.uuid())
    fc.assert(
      fc.property(id, (text) => {
        if (!isId(text)) return
        const path = buildPath('/webhooks/{endpointId}/deliveries', text)
        expect(new URL(path, 'https://api.example.com').pathname).toBe(`/webhooks/${text}/deliveries`)
        expect(path.split('/')).toHaveLength(4)
      }),
    )
  })

  it('a UUID of any version and case passes', () => {
    expect(isId('0198C5D2-7A1E-7CC3-98C4-DC0C0C07398F')).toBe(true)
    expect(isId('00000000-0000-0000-0000-000000000000')).toBe(true)
  })

  it('special replacement patterns stay plain text', () => {
    expect(buildPath('/payments/{paymentId}', 'a-1')).toBe('/payments/a-1')
    expect(buildPath('/payments', undefined)).toBe('/payments')
    expect(pathParameter('/payments/{paymentId}')).toBe('paymentId')
    expect(pathParameter('/payments')).toBeUndefined()
  })
})

describe('buildQuery', () => {
  it('leaves out what is undefined and escapes the rest', () => {
    expect(buildQuery({})).toBe('')
    expect(buildQuery({ page: undefined })).toBe('')
    expect(buildQuery({ page: 2, status: 'a&b=c#', limit: undefined })).toBe('?page=2&status=a%26b%3Dc%23')
  })
})
