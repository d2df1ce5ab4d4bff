// What fields must look like: each rule answers with what is wrong, or with nothing.

export const paymentMethods = ['Cash', 'Bank Transfer', 'Credit Card', 'POS', 'OTA']
export const paymentTypes = ['income', 'outgoing']
export const eventTypes = [
  'booking.created',
  'booking.updated',
  'booking.cancelled',
  'payment.created',
  'payment.updated',
  'message.received',
]

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
export const isUuid = (value) => typeof value === 'string' && uuidForm.test(value)

/** Half a surrogate pair and U+0000 are kept faithfully by no database. */
const text = (min, max) => (value) => {
  if (typeof value !== 'string') return 'must be a string'
  if (value.includes('\0') || !value.isWellFormed()) return 'has characters that cannot be stored'
  if (value.length < min) return 'must not be empty'
  // Characters, not the two units that some of them have.
  return Array.from(value).length > max ? `must have at most ${max} characters` : undefined
}
const uuid = (value) => (isUuid(value) ? undefined : 'must be a UUID')
const oneOf = (values) => (value) =>
  values.includes(value) ? undefined : `must be one of ${values.join(', ')}`
const orNull = (rule) => (value) => (value === null ? undefined : rule(value))

function amount(value) {
  if (typeof value === 'number') return `must be a decimal string, not a number: send "${value}" in quotes`
  const fits = typeof value === 'string' && /^\d{1,15}(\.\d{1,4})?$/.test(value)
  return fits ? undefined : 'must be a decimal string with up to 15 digits and 4 decimals'
}

function url(value) {
  const message = 'must be an https URL that leads to a public address'
  if (typeof value !== 'string' || value.length > 2048 || /[\s#\p{Cc}]/u.test(value)) return message
  if (!/^https?:\/\//i.test(value) || /^https?:\/\/[^/?#\\]*@/i.test(value)) return message
  const parsed = URL.parse(value)
  if (!parsed) return message
  const host = parsed.hostname
  const loopback = host === 'localhost' || host.startsWith('127.') || host === '[::1]'
  if (loopback) return undefined
  const privateV4 =
    /^(0|10|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|2[2-5]\d)\./
  const privateV6 = /^\[(f[cd]|fe[89ab]|ff|::|64:ff9b)/i
  return parsed.protocol === 'http:' || privateV4.test(host) || privateV6.test(host) ? message : undefined
}

function events(value) {
  if (!Array.isArray(value)) return 'must be an array'
  if (value.length === 0) return 'must name at least one event'
  return new Set(value).size === value.length ? undefined : 'must not name an event twice'
}

const payment = {
  amount,
  paymentMethod: oneOf(paymentMethods),
  type: oneOf(paymentTypes),
  bid: orNull(uuid),
  gid: orNull(uuid),
  name: text(1, 255),
  description: orNull(text(0, 10_000)),
}
const endpoint = { url, events }
const boolean = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false')

export const bodies = {
  createPayment: { fields: payment, required: ['amount', 'paymentMethod', 'type'] },
  updatePayment: { fields: payment, required: [] },
  createWebhook: { fields: endpoint, required: ['url', 'events'] },
  updateWebhook: { fields: { ...endpoint, is_active: boolean }, required: [] },
}

/** Every fault of a body, by field. */
export function faultsOf({ fields, required }, body) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [{ path: '', message: 'must be an object' }]
  }
  const faults = []
  for (const [path, value] of Object.entries(body)) {
    const rule = Object.hasOwn(fields, path) ? fields[path] : () => 'is not a known field here'
    const message = rule(value)
    if (message) faults.push({ path, message })
    else if (path === 'events') {
      value.forEach((name, at) => {
        if (!eventTypes.includes(name)) faults.push({ path: `events.${at}`, message: 'is no event' })
      })
    }
  }
  for (const path of required) {
    if (!Object.hasOwn(body, path)) faults.push({ path, message: 'is required' })
  }
  if (required.length === 0 && Object.keys(body).length === 0) {
    faults.push({ path: '', message: 'must name at least one field to change' })
  }
  return faults
}

const whole = (max) => (value) =>
  /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= max
    ? undefined
    : `must be a whole number from 1 to ${max}`

function date(value) {
  const time = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN
  const real = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
  return real ? undefined : 'must be a calendar date written YYYY-MM-DD'
}

const queries = {
  listBookings: {
    page: whole(Number.MAX_SAFE_INTEGER),
    limit: whole(100),
    status: text(1, 1_000),
    guest_id: uuid,
    start_date: date,
    end_date: date,
  },
  listPayments: { bid: uuid },
}

/** The parameters of a query, and every fault of them. */
export function readQuery(operation, parameters) {
  const rules = queries[operation] ?? {}
  const query = {}
  const faults = []
  for (const [path, value] of parameters) {
    const rule = Object.hasOwn(rules, path) ? rules[path] : () => 'is not a known parameter here'
    const message = Object.hasOwn(query, path) ? 'must be given once' : rule(value)
    if (message) faults.push({ path, message })
    query[path] = value
  }
  if (query.start_date && query.end_date && query.start_date > query.end_date) {
    faults.push({ path: 'start_date', message: 'must not be after end_date' })
  }
  return { query, faults }
}
