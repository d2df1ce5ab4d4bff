import { isIP } from 'node:net'
import type { TargetPolicy } from './context.ts'
import { isAllowedTarget } from './target-guard.ts'

/**
 * Whether webhooks may be registered for this URL under the target policy (D12): https anywhere that the policy
 * reaches, plain http to loopback alone. It looks at literals only, with the judgement that a connection is held to; names
 * are judged by their resolved address when a delivery connects. One text for every refusal, so it says nothing about what
 * is behind an address.
 *
 * @returns what is wrong, in words that follow the field's name; undefined when nothing is
 */
export function webhookUrlProblem(text: string, targets: TargetPolicy): string | undefined {
  const url = URL.parse(text)
  if (url && isAllowed(url, targets)) return undefined
  return targets === 'public'
    ? 'is not an address that webhooks may go to: use an https:// URL of a public host'
    : 'is not an address that webhooks may go to: use an https:// URL of a public host (http:// is for loopback only)'
}

function isAllowed({ protocol, hostname }: URL, targets: TargetPolicy): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  // `URL` has already turned every spelling of an IPv4 address (hex, octal, one number) into four decimal parts.
  if (isIP(host) !== 0) return isAllowedTarget(host, protocol, targets)
  // A name that says where it leads to.
  if (host === 'localhost' || host.endsWith('.localhost'))
    return isAllowedTarget('127.0.0.1', protocol, targets)
  return protocol === 'https:'
}
