import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildPath, buildQuery, isSafeId, pathParameter } from './path.ts'

describe('ids in paths', () => {
  it.each(['', '.', '..', 'a/b', '../x', 'a?b', 'a#b', 'a%2fb', 'a b', 'a\\b', 'a;b', 'é', 'x'.repeat(129)])(
    '%j is refused',
    (id) => {
      expect(isSafeId(id)).toBe(false)
    },
  )

  it.each([undefined, null, 42, {}, ['a']])('%j is refused', (id) => {
    expect(isSafeId(id)).toBe(false)
  })

  it('an id that passes can never change the route', () => {
    const id = fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9._~-]{1,20}$/), fc.uuid())
    fc.assert(
      fc.property(id, (text) => {
        if (!isSafeId(text)) return
        const path = buildPath('/webhooks/{endpointId}/deliveries', text)
        expect(new URL(path, 'https://api.example.com').pathname).toBe(`/webhooks/${text}/deliveries`)
        expect(path.split('/')).toHaveLength(4)
      }),
    )
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
