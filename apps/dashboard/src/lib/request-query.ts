import type { RequestQuery } from '@svc/control'

/** What can be asked for by name in the filter of the requests: `status:5xx path:payments key:…`. */
const names = ['status', 'method', 'path', 'key', 'apikey', 'from'] as const
export type FilterName = (typeof names)[number]

/** A filter as it was typed: what is named, and the rest, which is looked for anywhere. */
export type RequestFilter = Partial<Record<FilterName, string>> & { text: string }

const isName = (name: string): name is FilterName => (names as readonly string[]).includes(name)

/** Reads a filter. A value with spaces stands in double quotes. */
export function readFilter(typed: string): RequestFilter {
  const filter: RequestFilter = { text: '' }
  const rest: string[] = []
  for (const [whole, name = '', quoted, bare] of typed.matchAll(/(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)) {
    const value = quoted ?? bare ?? ''
    if (isName(name) && value !== '') filter[name] = value
    else rest.push(name === '' ? value : whole)
  }
  return { ...filter, text: rest.join(' ') }
}

/** The same filter as text, for the address and the field. */
export function writeFilter({ text, ...named }: RequestFilter): string {
  const parts = names.flatMap((name) => {
    const value = named[name]
    if (value === undefined || value === '') return []
    return `${name}:${/\s/.test(value) ? `"${value}"` : value}`
  })
  return [...parts, text].filter((part) => part !== '').join(' ')
}

/** What the server is asked for. */
export function toQuery(filter: RequestFilter, pid: string): RequestQuery {
  const { status, method, path, key, apikey, from, text } = filter
  return {
    method,
    path,
    status: status === undefined ? undefined : (toStatus(status) as RequestQuery['status']),
    idempotency_key: key,
    api_key_id: apikey,
    property_id: from === 'all' ? undefined : pid,
    search: text === '' ? undefined : text,
  }
}

const toStatus = (status: string): number | string =>
  /^\d+$/.test(status) ? Number(status) : status.toLowerCase()
