import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TargetPolicy } from './context.ts'
import { isAllowedTarget } from './target-guard.ts'
import { webhookUrlProblem } from './webhook-url.ts'

const policies: TargetPolicy[] = ['local', 'public', 'any']
const allowedBy = (url: string) => policies.filter((policy) => webhookUrlProblem(url, policy) === undefined)

describe('webhookUrlProblem', () => {
  it.each([
    'https://example.com/hook',
    'https://example.com:8443/',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://münchen.example/',
    'https://localhost.example.com/',
  ])('%s may be used under every policy', (url) => {
    expect(allowedBy(url)).toEqual(policies)
  })

  it.each([
    'https://127.0.0.1/',
    'http://127.0.0.1:8080/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://app.localhost:3000/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://127.1/',
    'http://0x7f.0.0.1/',
    'http://2130706433/',
  ])('%s is loopback: not for the public', (url) => {
    expect(allowedBy(url)).toEqual(['local', 'any'])
  })

  it.each([
    'https://10.1.2.3/',
    'https://192.168.0.1/',
    'https://172.16.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[fe80::1]/',
    'https://[fd12:3456::1]/',
    'https://[::]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a00:1]/',
    'https://[2002:a00:1::]/',
    'https://167837953/',
    'https://168.63.129.16/',
    'https://0xa83f8110/',
    'https://[::ffff:168.63.129.16]/',
    'https://[::127.0.0.1]/',
    'https://[::8.8.8.8]/',
    'https://[::ffff:0:8.8.8.8]/',
    'https://[64:ff9b::a83f:8110]/',
    'https://[64:ff9b:1::8.8.8.8]/',
    'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'https://[3fff::1]/',
    'https://[5f00::1]/',
    'https://[fec0::1]/',
    'https://[4000::1]/',
  ])('%s is private: for `any` alone', (url) => {
    expect(allowedBy(url)).toEqual(['any'])
  })

  it.each(['http://example.com/', 'http://93.184.216.34/', 'http://10.0.0.1/', 'not a url'])(
    '%s is for nobody: plain http does not leave the machine',
    (url) => {
      expect(allowedBy(url)).toEqual([])
    },
  )

  it('judges an address as a connection to it is judged, in every spelling', () => {
    const address = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      // Around what is special: wrapped and mapped addresses, and each well-known range.
      fc
        .tuple(
          fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', 'fe80::', 'fc00::'),
          fc.constantFrom('127.0.0.1', '8.8.8.8', '10.0.0.1', '169.254.169.254', '168.63.129.16', '0.0.0.0'),
        )
        .map(([prefix, v4]) => prefix + v4),
    )
    fc.assert(
      fc.property(
        address,
        fc.constantFrom('https:', 'http:'),
        fc.constantFrom(...policies),
        (ip, protocol, policy) => {
          const url = `${protocol}//${ip.includes(':') ? `[${ip}]` : ip}/hook`
          // As a delivery takes it apart.
          const { hostname } = new URL(url)
          const connects = isAllowedTarget(hostname.replace(/^\[|\]$/g, ''), protocol, policy)
          expect(webhookUrlProblem(url, policy) === undefined, url).toBe(connects)
        },
      ),
      { numRuns: 500 },
    )
  })

  it('has the same words for everything that it refuses', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.ipV4().map((ip) => `https://${ip}/`),
          fc.string(),
        ),
        (url) => {
          for (const policy of policies) {
            const problem = webhookUrlProblem(url, policy)
            if (problem !== undefined) expect(problem).toBe(webhookUrlProblem('http://10.0.0.1/', policy))
          }
        },
      ),
    )
  })
})
