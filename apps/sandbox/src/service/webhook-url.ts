import ipaddr from 'ipaddr.js'
import type { TargetPolicy } from './context.ts'

type Reach = 'loopback' | 'public' | 'private' | 'name'

function reachOfAddress(address: ipaddr.IPv4 | ipaddr.IPv6): Reach {
  const range = address.range()
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) {
    return reachOfAddress(address.toIPv4Address())
  }
  return range === 'loopback' ? 'loopback' : range === 'unicast' ? 'public' : 'private'
}

/** Where the host of a URL is, by its text alone: a name can still resolve to any address. */
function reachOf(url: URL): Reach {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback'
  // `URL` has already turned every spelling of an IPv4 address (hex, octal, one number) into four decimal parts.
  return ipaddr.isValid(host) ? reachOfAddress(ipaddr.parse(host)) : 'name'
}

/**
 * Whether webhooks may be registered for this URL under the target policy (D12): https anywhere that the policy
 * reaches, plain http to loopback alone. It looks at literals only; names are judged by their resolved address when a
 * delivery connects. One text for every refusal, so it says nothing about what is behind an address.
 *
 * @returns what is wrong, in words that follow the field's name; undefined when nothing is
 */
export function webhookUrlProblem(text: string, targets: TargetPolicy): string | undefined {
  const url = URL.parse(text)
  const reach = url ? reachOf(url) : 'private'
  const loopbackAllowed = targets !== 'public'
  const allowed =
    reach === 'loopback'
      ? loopbackAllowed
      : url?.protocol === 'https:' && (reach !== 'private' || targets === 'any')
  if (allowed) return undefined
  return loopbackAllowed
    ? 'is not an address that webhooks may go to: use an https:// URL of a public host (http:// is for loopback only)'
    : 'is not an address that webhooks may go to: use an https:// URL of a public host'
}
