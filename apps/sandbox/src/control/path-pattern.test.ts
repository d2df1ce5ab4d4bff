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
  ])('%s and %s', (pattern, path, matches) => {
    expect(pathPattern(pattern).test(path)).toBe(matches)
  })
})

describe('pathOf', () => {
  it('drops the query', () => {
    expect(pathOf('/a/b?c=/d')).toBe('/a/b')
    expect(pathOf('/a/b')).toBe('/a/b')
  })
})
