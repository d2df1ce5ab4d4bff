const seconds = /^\d+(\.\d+)?$/
const day = /^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? /

/** The three forms of an HTTP date (RFC 9110 5.6.7). asctime names no zone and means GMT. */
function parseHttpDate(text: string): number | undefined {
  if (!day.test(text)) return undefined
  const time = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`)
  return Number.isNaN(time) ? undefined : time
}

/**
 * Milliseconds that a `Retry-After` header asks to wait; undefined when there is none or it is garbage.
 *
 * @param value seconds, or an HTTP date; of several values the longest wait counts
 * @param clock the server's own `Date` header, against which a date is measured so that a skewed local clock does not
 *   matter, and the local wall clock in milliseconds for a server that sends none
 */
export function parseRetryAfter(
  value: string | string[] | undefined,
  clock: { serverDate?: string | string[] | undefined; localMs: number },
): number | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value)) {
    const waits = value.map((one) => parseRetryAfter(one, clock)).filter((wait) => wait !== undefined)
    return waits.length > 0 ? Math.max(...waits) : undefined
  }
  const text = value.trim()
  if (seconds.test(text)) return Math.ceil(Number(text) * 1_000)
  const until = parseHttpDate(text)
  if (until === undefined) return undefined
  const server = typeof clock.serverDate === 'string' ? parseHttpDate(clock.serverDate.trim()) : undefined
  return Math.max(0, until - (server ?? clock.localMs))
}
