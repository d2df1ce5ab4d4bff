import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressKind, isAllowedTarget } from './target-guard.ts'

const notPublic = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  'private networks': [
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    'fc00::1',
    'fd12:3456::1',
  ],
  'link-local and metadata': [
    '169.254.169.254',
    '169.254.0.1',
    'fe80::1',
    'fd00:ec2::254',
    '168.63.129.16',
    '100.100.100.200',
  ],
  CGNAT: ['100.64.0.1', '100.127.255.254'],
  'multicast and broadcast': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  'reserved, documentation, benchmarks': [
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '240.0.0.1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    '5f00::1',
  ],
  'IPv4-mapped': [
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::ffff:0.0.0.0',
    '0:0:0:0:0:ffff:c0a8:0101',
  ],
  'IPv4-compatible and translated': ['::10.0.0.1', '::7f00:2', '::ffff:0:10.0.0.1', '::8.8.8.8'],
  'NAT64-wrapped': ['64:ff9b::10.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::8.8.8.8'],
  '6to4 and Teredo': [
    '2002:0a00:0001::1',
    '2002:7f00:1::',
    '2002:0808:0808::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  ],
  'site-local': ['fec0::1'],
  'no address at all': ['', 'localhost', 'example.com', '0x7f.1', '127.1', '[::1]', 'fe80::1%eth0'],
}

for (const [name, addresses] of Object.entries(notPublic)) {
  it.each(addresses)(`${name}: %s is neither public nor loopback`, (address) => {
    expect(addressKind(address)).toBe('other')
  })
}

it.each([
  '127.0.0.1',
  '127.1.2.3',
  '127.255.255.255',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
])('%s is loopback', (address) => {
  expect(addressKind(address)).toBe('loopback')
})

it.each([
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('%s is public', (address) => {
  expect(addressKind(address)).toBe('public')
})

describe('policies', () => {
  const allowed = (address: string, protocol: string) =>
    (['local', 'public', 'any'] as const).filter((policy) => isAllowedTarget(address, protocol, policy))

  it.each([
    ['8.8.8.8', 'https:', ['local', 'public', 'any']],
    ['8.8.8.8', 'http:', []],
    ['127.0.0.1', 'https:', ['local', 'any']],
    ['127.0.0.1', 'http:', ['local', 'any']],
    ['::1', 'http:', ['local', 'any']],
    ['10.0.0.1', 'https:', ['any']],
    ['10.0.0.1', 'http:', []],
    ['169.254.169.254', 'https:', ['any']],
    ['169.254.169.254', 'http:', []],
    ['8.8.8.8', 'ftp:', []],
    ['127.0.0.1', 'file:', []],
    ['not an address', 'https:', []],
  ])('%s over %s is allowed by %j', (address, protocol, policies) => {
    expect(allowed(address, protocol)).toEqual(policies)
  })
})

const octet = fc.integer({ min: 0, max: 255 })
const privateIpv4 = fc.oneof(
  fc.tuple(fc.constant(10), octet, octet, octet),
  fc.tuple(fc.constant(127), octet, octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
  fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
  fc.tuple(fc.constant(0), octet, octet, octet),
)
const radix = fc.constantFrom('dec', 'oct', 'hex')

function spell(number: number, base: string): string {
  if (base === 'hex') return `0x${number.toString(16)}`
  return base === 'oct' ? `0${number.toString(8)}` : String(number)
}

it('however a URL spells a private IPv4 address, `public` refuses it', () => {
  fc.assert(
    fc.property(
      privateIpv4,
      fc.integer({ min: 1, max: 4 }),
      fc.tuple(radix, radix, radix, radix),
      fc.boolean(),
      ([a, b, c, d], parts, bases, dot) => {
        const rest = [b * 65536 + c * 256 + d, c * 256 + d, d]
        const numbers =
          parts === 1
            ? [a * 2 ** 24 + rest[0]!]
            : parts === 2
              ? [a, rest[0]!]
              : parts === 3
                ? [a, b, rest[1]!]
                : [a, b, c, d]
        const host = numbers.map((number, index) => spell(number, bases[index]!)).join('.')
        const { hostname } = new URL(`https://${host}${dot ? '.' : ''}/hook`)
        return hostname === `${a}.${b}.${c}.${d}` && !isAllowedTarget(hostname, 'https:', 'public')
      },
    ),
  )
})

it('a private IPv4 address inside an IPv6 address is private too', () => {
  fc.assert(
    fc.property(privateIpv4, ([a, b, c, d]) => {
      const v4 = `${a}.${b}.${c}.${d}`
      const hex = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
      const spellings = [
        `::ffff:${v4}`,
        `::ffff:${hex}`,
        `64:ff9b::${v4}`,
        `64:ff9b::${hex}`,
        `2002:${hex}::1`,
        `::ffff:0:${hex}`,
      ]
      for (const spelling of spellings) {
        const { hostname } = new URL(`https://[${spelling}]/`)
        expect(isAllowedTarget(hostname.slice(1, -1), 'https:', 'public'), spelling).toBe(false)
        expect(isAllowedTarget(spelling, 'https:', 'public'), spelling).toBe(false)
      }
    }),
  )
})
