// Events become deliveries: one for each endpoint, attempted at most five times (spec 3, 6, 8; D13, D14).
import { createHmac, randomUUID } from 'node:crypto'

const deadlineMs = 5_000
const retryDelaysMs = [60_000, 300_000, 1_800_000, 7_200_000]
const iso = (ms) => new Date(ms).toISOString()

/**
 * @param options.endpoints the endpoints of the property, with their secrets
 * @param options.time `now()` and `setTimeout(run, ms)`
 * @param options.post sends one attempt: `post(url, { headers, body, signal })` → `{ status, body }`
 */
export function createDeliveries({ propertyId, endpoints, time, post }) {
  /** Newest first. */
  const deliveries = []

  function fire(type, data) {
    for (const endpoint of endpoints) {
      if (!endpoint.is_active || !endpoint.events.includes(type)) continue
      const id = randomUUID()
      const created_at = iso(time.now())
      const delivery = {
        endpoint,
        held: false,
        // Made once: every attempt sends the same bytes.
        body: JSON.stringify({ id, type, property_id: propertyId, created_at, data }),
        record: {
          id,
          event_type: type,
          status: 'pending',
          attempts: 0,
          last_attempted_at: null,
          delivered_at: null,
          response_status: null,
          response_body: null,
          created_at,
        },
      }
      deliveries.unshift(delivery)
      time.setTimeout(() => void attempt(delivery), 0)
    }
  }

  async function attempt(delivery) {
    const { endpoint, record, body } = delivery
    if (!endpoints.includes(endpoint)) return
    delivery.held = !endpoint.is_active
    if (delivery.held) return
    const headers = {
      'Content-Type': 'application/json',
      'X-SVC-Signature': `sha256=${createHmac('sha256', endpoint.secret).update(body).digest('hex')}`,
      'X-SVC-Event': record.event_type,
      'X-SVC-Delivery': record.id,
    }
    const answer = await inTime((signal) => post(endpoint.url, { headers, body, signal }))
    record.attempts += 1
    record.last_attempted_at = iso(time.now())
    record.response_status = answer?.status ?? null
    record.response_body = answer ? Buffer.from(answer.body).subarray(0, 16_384).toString() : null
    if (answer && answer.status >= 200 && answer.status < 300) {
      record.status = 'delivered'
      record.delivered_at = record.last_attempted_at
      return
    }
    const delay = retryDelaysMs[record.attempts - 1]
    record.status = delay === undefined ? 'dead' : 'failed'
    if (delay !== undefined) time.setTimeout(() => void attempt(delivery), delay)
  }

  /** The answer, or nothing when there was none within five seconds: connection, headers and body together. */
  function inTime(send) {
    return new Promise((resolve) => {
      const stop = new AbortController()
      const end = (answer) => {
        resolve(answer)
        stop.abort()
      }
      const timer = time.setTimeout(() => end(), deadlineMs)
      send(stop.signal).then(
        (answer) => {
          time.clearTimeout(timer)
          end(answer)
        },
        () => {
          time.clearTimeout(timer)
          end()
        },
      )
    })
  }

  return {
    fire,
    /** The last 50 of an endpoint, newest first. */
    list: (endpoint) =>
      deliveries
        .filter((delivery) => delivery.endpoint === endpoint)
        .slice(0, 50)
        .map(({ record }) => record),
    /** An endpoint was switched on: what was held goes out. */
    release(endpoint) {
      for (const delivery of deliveries) {
        if (delivery.endpoint === endpoint && delivery.held) void attempt(delivery)
      }
    },
    forget(endpoint) {
      for (let at = deliveries.length - 1; at >= 0; at--) {
        if (deliveries[at].endpoint === endpoint) deliveries.splice(at, 1)
      }
    },
  }
}
