import type { LoggedRequest } from '@svc/control'
import { pretty } from './format.ts'

/** A text as a literal of JavaScript. */
const literal = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

/** The program that makes the same call with `@svc/client`. */
export function clientCode(entry: LoggedRequest): string {
  const call = callOf(entry)
  return [
    "import { createSvcClient } from '@svc/client'",
    '',
    'const svc = createSvcClient({',
    `  baseUrl: ${literal(globalThis.location?.origin ?? 'http://localhost:4010')},`,
    '  apiKey: process.env.SVC_API_KEY,',
    '})',
    `const answer = await ${call}`,
    'console.log(answer)',
  ].join('\n')
}

/** The query as the client takes it: pages are numbers. */
const filterOf = (query: string): Record<string, string | number> =>
  Object.fromEntries(
    [...new URLSearchParams(query)].map(([name, value]) => [
      name,
      /^(?:page|limit)$/.test(name) && /^\d+$/.test(value) ? Number(value) : value,
    ]),
  )

function callOf({ method, path, request_body, idempotency_key }: LoggedRequest): string {
  const [target = '', query = ''] = path.replace(/^\/api\/v1\/client/, '').split('?')
  const [, name = '', id, more] = target.split('/')
  const body = pretty(request_body ?? '{}')
  const options = idempotency_key === null ? '' : `, { idempotencyKey: ${literal(idempotency_key)} }`
  const filter = query === '' ? '' : JSON.stringify(filterOf(query))
  const given = id === undefined ? '' : literal(id)
  const group = name === 'webhooks' ? 'svc.webhooks' : `svc.${name}`
  if (more === 'deliveries') return `${group}.deliveries(${given})`
  switch (method) {
    case 'GET':
      return id === undefined ? `${group}.list(${filter})` : `${group}.get(${given})`
    case 'POST':
      return `${group}.create(${body}${options})`
    case 'PATCH':
      return `${group}.update(${given}, ${body}${options})`
    default:
      return `${group}.delete(${given})`
  }
}
