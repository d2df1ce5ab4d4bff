import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBaseUrl } from './base-url.ts'

const problem = (text: unknown) => {
  const base = parseBaseUrl(text)
  return 'problem' in base ? base.problem : undefined
}

describe('parseBaseUrl', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com', ''],
    ['https://api.example.com/', 'https://api.example.com', ''],
    ['HTTPS://API.example.com:443', 'https://api.example.com', ''],
    ['https://api.example.com:8443/base', 'https://api.example.com:8443', '/base'],
    ['https://api.example.com/base//', 'https://api.example.com', '/base'],
    ['https://api.example.com/api/v1/client', 'https://api.example.com', ''],
    ['https://api.example.com/base/api/v1/client/', 'https://api.example.com', '/base'],
    ['https://api.example.com/api/v1', 'https://api.example.com', '/api/v1'],
    ['http://localhost:4010', 'http://localhost:4010', ''],
    ['http://127.0.0.1:4010', 'http://127.0.0.1:4010', ''],
    ['http://127.8.9.10', 'http://127.8.9.10', ''],
    ['http://[::1]:4010/x', 'http://[::1]:4010', '/x'],
    // Other ways to write loopback; the connection goes to what the parser made of them.
    ['http://2130706433', 'http://127.0.0.1', ''],
    ['http://0x7f.1', 'http://127.0.0.1', ''],
    ['http://127.0.0.1.', 'http://127.0.0.1', ''],
  ])('%s', (text, origin, path) => {
    expect(parseBaseUrl(text)).toEqual({ origin, path })
  })

  it.each([
    'http://example.com',
    'http://127.0.0.1.evil.com',
    'http://localhost.evil.com',
    'http://evil.com#localhost',
    'http://evil.com/127.0.0.1',
    'http://localhost@evil.com',
    'http://127.0.0.1:80@evil.com',
    'http://127.0.0.1\\@evil.com',
    'http://localhost.',
    'http://a.localhost',
    'http://0.0.0.0',
    'http://0',
    'http://126.255.255.255',
    'http://128.0.0.1',
    'http://2147483649',
    'http://[::]',
    'http://[::2]',
    'http://[::ffff:127.0.0.1]',
    'http://10.0.0.1',
    'http://169.254.169.254',
    'http://1270.0.0.1',
    'http://ⓔxample.com',
  ])('%s would send the key in clear text, and is refused', (text) => {
    expect(problem(text)).toMatch(/https|user name|query or a fragment|absolute/)
  })

  it.each([
    undefined,
    null,
    42,
    '',
    'api.example.com',
    '//api.example.com',
    'ftp://api.example.com',
    'file:///etc/passwd',
    'https:/api.example.com',
    'https://',
    'https://user:password@api.example.com',
    'https://user@api.example.com',
    'https://:password@api.example.com',
    'https://api.example.com?x=1',
    'https://api.example.com/#x',
    'javascript:alert(1)',
  ])('%s is refused', (text) => {
    expect(problem(text)).toBeTypeOf('string')
  })

  it('http passes only where the host is loopback, whatever the address looks like', () => {
    const label = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    const host = fc.oneof(
      fc.ipV4(),
      fc.ipV4Extended(),
      fc.ipV6().map((ip) => `[${ip}]`),
      fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.')),
      fc.tuple(fc.constantFrom('127.0.0.1', 'localhost', '[::1]'), label).map(([a, b]) => `${a}.${b}`),
      fc.tuple(fc.constantFrom('127.0.0.1', 'localhost'), label).map(([a, b]) => `${a}@${b}`),
    )
    fc.assert(
      fc.property(host, fc.constantFrom('', '/', ':80', ':4010/x'), (name, rest) => {
        const base = parseBaseUrl(`http://${name}${rest}`)
        if ('problem' in base) return
        const { hostname } = new URL(base.origin)
        const octets = hostname.split('.').map(Number)
        const loopback =
          hostname === 'localhost' || hostname === '[::1]' || (octets.length === 4 && octets[0] === 127)
        expect(loopback).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([undefined, '', 42, { href: 'https://api.example.com' }])('%s is no address', (given) => {
    expect(problem(given)).toMatch(/^is required/)
  })

  it('a URL is read as its text is', () => {
    for (const text of [
      'https://api.example.com/x/',
      'http://example.com',
      'https://user:hunter2@a.example',
    ]) {
      expect(parseBaseUrl(new URL(text))).toEqual(parseBaseUrl(text))
    }
  })

  it('the message says what to do and never repeats a password', () => {
    expect(problem('http://example.com')).toContain('https://')
    expect(problem('https://user:hunter2@api.example.com')).not.toContain('hunter2')
  })
})
