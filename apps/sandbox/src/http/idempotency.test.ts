import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fingerprint } from './idempotency.ts'

it('the fingerprint does not depend on the order of keys, and on everything else', () => {
  const body = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 })
  fc.assert(
    fc.property(body, fc.nat(), (value, turn) => {
      const entries = Object.entries(value)
      const at = entries.length === 0 ? 0 : turn % entries.length
      const turned = Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)])
      expect(fingerprint(turned)).toBe(fingerprint(value))
      expect(fingerprint({ ...value, '\u0001 new': 1 })).not.toBe(fingerprint(value))
    }),
  )
  expect(fingerprint({ amount: '1' })).not.toBe(fingerprint({ amount: '1.0' }))
})
