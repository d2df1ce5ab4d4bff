// What the operations do (spec 4). They get what was read and checked, and return the answer's body.
import { randomBytes, randomUUID } from 'node:crypto'
import { invalid, notFound } from './errors.js'

const iso = (ms) => new Date(ms).toISOString()

/** `"120.5"` is `"120.5000"`, `"007"` is `"7.0000"` (D9). */
function fourDecimals(amount) {
  const [whole, decimals = ''] = amount.split('.')
  return `${BigInt(whole)}.${decimals.padEnd(4, '0')}`
}

const byId = (list, id) => {
  const found = list.find((item) => item.id === id.toLowerCase())
  if (!found) throw notFound()
  return found
}

const lower = (id) => id?.toLowerCase() ?? null

/** Without the secret, which only the answer to a creation has. */
const shown = ({ secret: _secret, ...endpoint }) => endpoint

export function createOperations({ bookings, payments, endpoints, deliveries, time }) {
  const active = () => payments.filter(({ status }) => status)

  function checkLinks({ bid, gid }) {
    const faults = []
    const message = 'does not exist in this property'
    if (bid && !bookings.some(({ id }) => id === lower(bid))) faults.push({ path: 'bid', message })
    if (gid && !bookings.some(({ guest }) => guest.id === lower(gid))) faults.push({ path: 'gid', message })
    if (faults.length > 0) throw invalid(faults)
  }

  return {
    listBookings({ query }) {
      const { page = '1', limit = '10', status, guest_id, start_date = '', end_date = '9999' } = query
      const dated = query.start_date !== undefined || query.end_date !== undefined
      const found = bookings
        .filter(
          (booking) =>
            (status === undefined || booking.status === status) &&
            (guest_id === undefined || booking.guest.id === lower(guest_id)) &&
            // One night lies within both bounds (D8).
            (!dated || booking.stay_dates.some(({ date }) => date >= start_date && date <= end_date)),
        )
        .toSorted((a, b) =>
          a.created === b.created ? (a.id < b.id ? -1 : 1) : a.created < b.created ? 1 : -1,
        )
      const size = Number(limit)
      const first = (Number(page) - 1) * size
      return {
        results: found.slice(first, first + size),
        total_count: found.length,
        total_pages: Math.ceil(found.length / size),
        current_page: Number(page),
      }
    },

    getBooking: ({ id }) => byId(bookings, id),

    listPayments: ({ query }) =>
      active().filter(({ bid }) => query.bid === undefined || bid === lower(query.bid)),

    createPayment({ body }) {
      checkLinks(body)
      const payment = {
        id: randomUUID(),
        bid: lower(body.bid),
        gid: lower(body.gid),
        amount: fourDecimals(body.amount),
        paymentMethod: body.paymentMethod,
        type: body.type,
        description: body.description ?? null,
        name: body.name ?? 'Client API Payment',
        date: iso(time.now()),
        status: true,
      }
      // The newest stands first.
      payments.unshift(payment)
      const { id: paymentId, amount, paymentMethod, type } = payment
      deliveries.fire('payment.created', { paymentId, amount, paymentMethod, type })
      return payment
    },

    updatePayment({ id, body }) {
      const payment = byId(active(), id)
      checkLinks(body)
      const before = { ...payment }
      Object.assign(payment, body)
      if (body.amount !== undefined) payment.amount = fourDecimals(body.amount)
      payment.bid = lower(payment.bid)
      payment.gid = lower(payment.gid)
      const { amount } = payment
      // Compared as it is stored: "120.5" for "120.5000" is no change (D11).
      if (['amount', 'paymentMethod', 'description'].some((name) => payment[name] !== before[name])) {
        deliveries.fire('payment.updated', { paymentId: payment.id, amount })
      }
      return payment
    },

    deletePayment({ id }) {
      byId(payments, id).status = false
    },

    listWebhooks: () => endpoints.map(shown),

    createWebhook({ body }) {
      if (endpoints.length >= 50)
        throw invalid([{ path: '', message: 'a property has at most 50 endpoints' }])
      const now = iso(time.now())
      const endpoint = {
        id: randomUUID(),
        url: body.url,
        secret: `whsec_${randomBytes(32).toString('base64url')}`,
        events: body.events,
        is_active: true,
        created_at: now,
        updated_at: now,
      }
      endpoints.unshift(endpoint)
      const { updated_at: _updated, ...created } = endpoint
      return created
    },

    updateWebhook({ id, body }) {
      const endpoint = byId(endpoints, id)
      Object.assign(endpoint, body, { updated_at: iso(time.now()) })
      if (endpoint.is_active) deliveries.release(endpoint)
      return shown(endpoint)
    },

    deleteWebhook({ id }) {
      const endpoint = byId(endpoints, id)
      endpoints.splice(endpoints.indexOf(endpoint), 1)
      deliveries.forget(endpoint)
    },

    listDeliveries: ({ id }) => deliveries.list(byId(endpoints, id)),
  }
}
