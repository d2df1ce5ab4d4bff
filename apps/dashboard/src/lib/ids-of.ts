import type { LoggedRequest } from '@svc/control'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The payment, booking and endpoint that a request names, as far as it was done. */
export function idsOf(entry: LoggedRequest): {
  payment: string | undefined
  booking: string | undefined
  endpoint: string | undefined
} {
  const parts = entry.path.split(/[/?]/)
  const inPath = (name: string) => {
    const id = parts[parts.indexOf(name) + 1] ?? ''
    return parts.includes(name) && uuid.test(id) ? id.toLowerCase() : undefined
  }
  const answer = entry.status < 300 ? read(entry.response_body) : {}
  const made = (name: string) =>
    entry.method === 'POST' && entry.path.endsWith(`/${name}`) ? answer['id'] : undefined
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    payment: inPath('payments') ?? text(made('payments')),
    booking: inPath('bookings') ?? text(answer['bid']),
    endpoint: inPath('webhooks') ?? text(made('webhooks')),
  }
}

function read(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
