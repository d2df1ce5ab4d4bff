import { type LookupAddress, promises as dns } from 'node:dns'

/** All addresses of a host name, in the order in which they should be tried. Rejects when there are none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

// Names that only this machine or this network knows; asking the public DNS for them would be slow and a leak.
const localName = /^[^.]+\.?$|\.(localhost|local|internal|intranet|lan|home|test|home\.arpa)\.?$/i

export interface ResolverOptions {
  /** Milliseconds for an answer of the name servers before the system is asked. @default 1500 */
  timeoutMs?: number
  /** Name servers, as `address:port`. @default those of the system */
  servers?: readonly string[]
  /** How the system resolves a name. @default `dns.lookup` */
  system?: Resolve
}

const systemLookup: Resolve = (hostname) => dns.lookup(hostname, { all: true, order: 'verbatim' })

/**
 * Resolves names so that a receiver with hanging name servers delays no other one. `dns.lookup` knows the hosts file
 * and every local convention, but it blocks a thread until the name servers answer, and libuv has two threads for such
 * slow work: two hung names would stop every delivery. So public names go to the name servers without a thread
 * (c-ares), and the system is asked only for local names and for what the name servers do not know, once per name at a
 * time. Nothing is cached: each attempt uses the present addresses.
 */
export function createResolver(options: ResolverOptions = {}): Resolve {
  const { timeoutMs = 1500 } = options
  const system = coalesced(options.system ?? systemLookup)
  const servers = new dns.Resolver({ timeout: timeoutMs, tries: 1 })
  if (options.servers) servers.setServers([...options.servers])

  return async function resolve(hostname) {
    if (localName.test(hostname)) return system(hostname)
    const [v4, v6] = await Promise.allSettled([servers.resolve4(hostname), servers.resolve6(hostname)])
    const addresses: LookupAddress[] = [
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ]
    return addresses.length > 0 ? addresses : system(hostname)
  }
}

/** Callers that ask for the same name at the same time share one answer. */
function coalesced(lookup: Resolve): Resolve {
  const waiting = new Map<string, Promise<LookupAddress[]>>()
  return (hostname) => {
    const running = waiting.get(hostname)
    if (running) return running
    const answer = lookup(hostname).finally(() => waiting.delete(hostname))
    waiting.set(hostname, answer)
    return answer
  }
}
