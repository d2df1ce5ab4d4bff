import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { TargetPolicy } from './context.ts'

/** `public`: routed on the internet; `loopback`: this machine; `other`: all other addresses. */
export type AddressKind = 'public' | 'loopback' | 'other'

// Azure answers metadata and agent calls there, on an address that otherwise looks public.
const platformAddresses = new Set(['168.63.129.16'])

const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]
// RFC 6052: how networks without IPv4 reach it. The IPv4 address is in the last four bytes.
const nat64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96]

/**
 * What an IP address is. It is a list of what is allowed, not of what is forbidden: an IPv6 address outside
 * 2000::/3 is public only as NAT64 of a public IPv4 one. 6to4 and Teredo addresses are `other` whatever they wrap:
 * both are obsolete, and no receiver uses them.
 */
export function addressKind(address: string): AddressKind {
  const family = isIP(address)
  if (family === 4) return ipv4Kind(ipaddr.IPv4.parse(address))
  // In the one spelling that URLs have for it: ipaddr.js takes the old `::8.8.8.8` for `::ffff:8.8.8.8`, sockets do
  // not, and a guard must read an address as the socket does. An address with a zone (`fe80::1%eth0`) has none.
  const spelling = family === 6 ? URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) : undefined
  if (spelling === undefined) return 'other'
  const v6 = ipaddr.IPv6.parse(spelling)
  if (v6.isIPv4MappedAddress()) return ipv4Kind(v6.toIPv4Address())
  if (v6.range() === 'loopback') return 'loopback'
  if (v6.match(nat64)) {
    const wrapped = ipv4Kind(new ipaddr.IPv4(v6.toByteArray().slice(-4)))
    return wrapped === 'public' ? 'public' : 'other'
  }
  return v6.range() === 'unicast' && v6.match(globalUnicast) ? 'public' : 'other'
}

function ipv4Kind(ip: ipaddr.IPv4): AddressKind {
  const range = ip.range()
  if (range === 'loopback') return 'loopback'
  return range === 'unicast' && !platformAddresses.has(ip.toString()) ? 'public' : 'other'
}

/**
 * Whether a webhook may be sent to this address: `public` allows public addresses, `local` loopback as
 * well, `any` every address, for private test networks. Plain http never leaves the machine, whatever the policy.
 *
 * @param address an IP address, as the resolver returned it or as the URL spells it, without brackets
 * @param protocol as in `URL.protocol`
 */
export function isAllowedTarget(address: string, protocol: string, policy: TargetPolicy): boolean {
  const kind = addressKind(address)
  if (protocol !== 'https:' && !(protocol === 'http:' && kind === 'loopback')) return false
  switch (policy) {
    case 'any':
      return isIP(address) !== 0
    case 'local':
      return kind !== 'other'
    case 'public':
      return kind === 'public'
    default:
      return false
  }
}
