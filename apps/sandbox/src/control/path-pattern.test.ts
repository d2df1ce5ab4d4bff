import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathOf, pathPattern } from './path-pattern.ts'

describe('pathPattern', () => {
  it.each([
    ['/api/v1/client/payments', '/api/v1/client/payments', true],
    ['/api/v1/client/payments', '/api/v1/client/payments/1', false],
    ['/api/v1/client/payments/*', '/api/v1/client/payments/1', true],
    ['/api/v1/client/payments/*', '/api/v1/client/payments/1/x', false],
    ['/api/v1/client/*/1', '/api/v1/client/payments/1', true],
    ['/api/v1/client/pay*', '/api/v1/client/payments', true],
    ['/api/**', '/api', true],
    ['/api/**', '/api/v1/client/payments', true],
    ['/api/**', '/apiary', false],
    ['**/payments', '/api/v1/client/payments', true],
    ['/**/deliveries', '/client/webhooks/1/deliveries', true],
    ['/**/deliveries', '/deliveries', true],
    ['/a.c', '/abc', false],
    ['/(a+)+$', '/aaaa', false],
    ['/a{b,c}[d]!?', '/a{b,c}[d]!?', true],
    ['/*/*', '/a/b', true],
    ['/*/*', '/a/b/c', false],
    ['/*b*', '/abc', true],
    ['/a**c', '/ab/bc', true],
    ['***', '/a/b', true],
    ['/**', '', true],
    ['/', '/', true],
  ])('%s and %s', (pattern, path, matches) => {
    expect(pathPattern(pattern).test(path)).toBe(matches)
  })

  it('says the same as a regular expression that is built from the pattern', () => {
    const alphabet = fc.constantFrom('/', 'a', 'b', '*', '**', '/**', '.')
    const patterns = fc.array(alphabet, { maxLength: 8 }).map((parts) => parts.join(''))
    const paths = fc
      .array(fc.constantFrom('/', 'a', 'b', '.'), { maxLength: 8 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(patterns, paths, (pattern, path) => {
        expect(pathPattern(pattern).test(path)).toBe(asRegExp(pattern).test(path))
      }),
      { numRuns: 2_000 },
    )
  })

  it.each([
    ['/**'.repeat(8) + '/x', '/a'.repeat(5_000)],
    ['**/'.repeat(8) + 'x', 'a/'.repeat(5_000)],
    ['*a'.repeat(1_000), 'a'.repeat(2_000) + 'b'],
    ['**'.repeat(8) + 'x', 'a'.repeat(8_000)],
  ])('is done with the hostile pattern %# in time', (pattern, path) => {
    const startedAt = performance.now()
    expect(pathPattern(pattern).test(path)).toBe(false)
    // As a regular expression, the first would take hours; this takes milliseconds.
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})

/** The meaning of the pattern as a plain regular expression, of exponential cost. */
function asRegExp(pattern: string): RegExp {
  const source = pattern
    .split(/(\/\*\*(?=\/|$)|\*+)/)
    .map((part) => {
      if (part === '/**') return '(?:/.*)?'
      if (part === '*') return '[^/]*'
      return part.startsWith('*') ? '.*' : part.replaceAll('.', String.raw`\.`)
    })
    .join('')
  return new RegExp(`^${source}$`)
}

describe('pathOf', () => {
  it('drops the query', () => {
    expect(pathOf('/a/b?c=/d')).toBe('/a/b')
    expect(pathOf('/a/b')).toBe('/a/b')
  })
})
