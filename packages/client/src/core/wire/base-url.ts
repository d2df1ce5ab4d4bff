import { apiPrefix } from '@svc/models/operations'

/** Where the client sends to, and what it puts before each path. */
export interface Base {
  /** Scheme, host and port: `https://host:8443`. */
  origin: string
  /** Path before `/api/v1/client`, without a final slash; empty for most. */
  path: string
}

/** What is wrong with a base address, in words that follow `baseUrl`. */
export type BaseUrlProblem = { problem: string }

/** The host of a parsed URL, which the URL parser has already brought to its one form (`0x7f.1` is `127.0.0.1`). */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
}

/**
 * Reads the base address: https anywhere, http to loopback alone. A path is kept, because the service
 * may live under one; a final `/api/v1/client` is dropped, because people paste it and it would otherwise come twice.
 */
export function parseBaseUrl(given: unknown): Base | BaseUrlProblem {
  const text = given instanceof URL ? given.href : given
  if (typeof text !== 'string' || text === '') {
    return {
      problem: 'is required, as a URL or a text such as "https://api.example.com"',
    }
  }
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\/[^\\]*$/i.test(text.trim())) {
    return { problem: 'must be an absolute URL that starts with https://' }
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: 'must not contain a user name or password: the API key goes into `apiKey`' }
  }
  if (text.includes('?') || text.includes('#')) return { problem: 'must not contain a query or a fragment' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return {
      problem: `must use https:// (the API key would cross the network in clear text to "${url.hostname}"); http:// is for loopback alone`,
    }
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '')
  return { origin: url.origin, path: path.endsWith(apiPrefix) ? path.slice(0, -apiPrefix.length) : path }
}
