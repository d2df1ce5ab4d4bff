/** What the specification and the decisions say of each field: a name that is wrong, or nothing. */
export type Fields = Record<string, unknown>

export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
const isDate = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)

/** D9: kept and returned with four decimals. */
const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{1,15}(\.\d{1,4})?$/.test(value)
export function fourDecimals(amount: string): string {
  const [whole = '', decimals = ''] = amount.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${decimals.padEnd(4, '0')}`
}

const eventNames = [
  'booking.created',
  'booking.updated',
  'booking.cancelled',
  'payment.created',
  'payment.updated',
  'message.received',
]

type Rule = (value: unknown) => boolean
const oneOf =
  (...values: string[]): Rule =>
  (value) =>
    values.includes(value as string)
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null || rule(value)
const atMost =
  (characters: number, atLeast = 0): Rule =>
  (value) =>
    typeof value === 'string' && value.length >= atLeast && value.length <= characters

const payment: Record<string, Rule> = {
  amount: isAmount,
  paymentMethod: oneOf('Cash', 'Bank Transfer', 'Credit Card', 'POS', 'OTA'),
  type: oneOf('income', 'outgoing'),
  bid: orNull(isUuid),
  gid: orNull(isUuid),
  name: atMost(255, 1),
  description: orNull(atMost(10_000)),
}

const endpoint: Record<string, Rule> = {
  url: (value) => typeof value === 'string' && /^https?:\/\/[^#]+$/.test(value),
  events: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every((one) => eventNames.includes(one as string)),
  is_active: (value) => typeof value === 'boolean',
}

const { is_active: _switch, ...newEndpoint } = endpoint

/** The names of what is wrong in a body; '' for the body as a whole. */
export function wrongPayment(body: unknown, partial: boolean): string[] {
  return wrong(body, payment, partial ? [] : ['amount', 'paymentMethod', 'type'])
}

export function wrongEndpoint(body: unknown, partial: boolean): string[] {
  const bad = partial ? wrong(body, endpoint, []) : wrong(body, newEndpoint, ['url', 'events'])
  if (bad.length > 0) return bad
  // Where webhooks may go is asked of what is a URL: https, or loopback (D12).
  const { url } = body as Fields
  return url === undefined || /^(https:\/\/[a-z]|http:\/\/127\.0\.0\.1[:/])/.test(url as string)
    ? []
    : ['url']
}

function wrong(body: unknown, rules: Record<string, Rule>, required: string[]): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return ['']
  const given = Object.entries(body)
  const bad = given.filter(([name, value]) => !rules[name]?.(value)).map(([name]) => name)
  const missing = required.filter((name) => !Object.hasOwn(body, name))
  // A change must change something that there is.
  const nothing = required.length === 0 && !given.some(([name]) => rules[name])
  return [...bad, ...missing, ...(nothing ? [''] : [])]
}

/** D8: strict, and each value in its range. */
export function wrongBookingQuery(query: Record<string, string>): string[] {
  const rules: Record<string, Rule> = {
    page: (value) => /^\d+$/.test(value as string) && Number(value) >= 1,
    limit: (value) => /^\d+$/.test(value as string) && Number(value) >= 1 && Number(value) <= 100,
    status: atMost(Infinity, 1),
    guest_id: isUuid,
    start_date: isDate,
    end_date: isDate,
  }
  const bad = Object.keys(query).filter((name) => !rules[name]?.(query[name]))
  const { start_date, end_date } = query
  const turned = isDate(start_date) && isDate(end_date) && String(start_date) > String(end_date)
  return turned ? [...bad, 'start_date'] : bad
}

/** Equal for bodies that are the same JSON (RFC 8785): the order of names does not matter. */
export function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  )
}
