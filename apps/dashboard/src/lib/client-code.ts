import type { LoggedRequest } from '@svc/control'
import { pretty } from './format.ts'

/** A text as a literal of JavaScript. */
const literal = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

/** What the client can call: the resources, and the methods of each. */
const callable: Record<string, readonly string[]> = {
  bookings: ['list', 'get'],
  payments: ['list', 'get', 'create', 'update', 'delete'],
  webhooks: ['list', 'create', 'update', 'delete', 'deliveries'],
}

/** The program that makes the same call with `@svc/client`; undefined where the client makes no such call. */
export function clientCode(entry: LoggedRequest): string | undefined {
  const call = callOf(entry)
  if (call === undefined) return undefined
  return [
    "import { SvcClient } from '@svc/client'",
    '',
    'const svc = new SvcClient({',
    `  baseUrl: ${literal(globalThis.location?.origin ?? 'http://localhost:4010')},`,
    "  apiKey: process.env.SVC_API_KEY ?? '',",
    '})',
    `const answer = await ${call}`,
    'console.log(answer)',
    'await svc.close()',
  ].join('\n')
}

function callOf({ method, path, request_body, idempotency_key }: LoggedRequest): string | undefined {
  const [target = '', query = ''] = path.replace(/^\/api\/v1\/client/, '').split('?')
  const [, resource = '', id, more, ...beyond] = target.split('/')
  const called = nameOf(method, id, more)
  if (beyond.length > 0 || called === undefined || !callable[resource]?.includes(called)) return undefined
  const given: string[] = []
  if (id !== undefined) given.push(literal(decoded(id)))
  if (called === 'create' || called === 'update') {
    if (!isObject(request_body)) return undefined
    given.push(pretty(request_body))
    if (idempotency_key !== null) given.push(`{ idempotencyKey: ${literal(idempotency_key)} }`)
  }
  if (called === 'list' && resource !== 'webhooks' && query !== '')
    given.push(JSON.stringify(filterOf(query)))
  return `svc.${resource}.${called}(${given.join(', ')})`
}

/** A part of a path as it was meant; one that is wrongly encoded as it came. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function nameOf(method: string, id: string | undefined, more: string | undefined): string | undefined {
  if (more !== undefined) return method === 'GET' ? more : undefined
  if (id === undefined) return method === 'GET' ? 'list' : method === 'POST' ? 'create' : undefined
  return { GET: 'get', PATCH: 'update', DELETE: 'delete' }[method]
}

function isObject(text: string | null): boolean {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

/** The query as the client takes it: pages are numbers. */
const filterOf = (query: string): Record<string, string | number> =>
  Object.fromEntries(
    [...new URLSearchParams(query)].map(([name, value]) => [
      name,
      /^(?:page|limit)$/.test(name) && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  )
