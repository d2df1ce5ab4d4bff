import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headerProblem, joinHeaders } from './headers.ts'

/** Any code points. (`unit: 'binary'` takes a second of processor time when it is first used.) */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0x10_ff_ff }).map((number) => String.fromCodePoint(number)),
})

describe('headerProblem', () => {
  it.each(['X-API-Key', 'x-api-key', 'IDEMPOTENCY-KEY', 'Host', 'Content-Length', 'Transfer-Encoding'])(
    '%s is set by the client',
    (name) => {
      expect(headerProblem(name, 'x')).toBe('is set by the client')
    },
  )

  it('traceparent and its like pass', () => {
    expect(
      headerProblem('traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'),
    ).toBeUndefined()
  })

  it('nothing that passes can start a line of its own', () => {
    fc.assert(
      fc.property(anyText, anyText, (name, value) => {
        if (headerProblem(name, value) !== undefined) return
        expect(`${name}: ${value}`).not.toMatch(/[\r\n\0]/)
        expect(name).not.toMatch(/[\s:]/)
      }),
    )
    expect(headerProblem('x-a', 'b\r\nx-api-key: evil')).toBeDefined()
    expect(headerProblem('x-a', 42)).toBeDefined()
  })
})

const redact = (text: string) => text.replace('secret', '***')

describe('joinHeaders', () => {
  it('one string a name, redacted, and names that mean something to JavaScript are only names', () => {
    const joined = joinHeaders({ 'Set-Cookie': ['a', 'secret'], ['__proto__']: 'x', gone: undefined }, redact)
    expect(joined['set-cookie']).toBe('a, ***')
    expect(Object.keys(joined)).toContain('__proto__')
    expect('toString' in joined).toBe(false)
  })
})
