/** A W3C `traceparent`, in its parts. */
export interface Traceparent {
  /** Two hexadecimal digits; `00` is the only one whose form is settled. */
  version: string
  traceId: string
  spanId: string
  /** Two hexadecimal digits. */
  flags: string
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Reads the value of a `traceparent` header (W3C Trace Context). Undefined when it is not valid. */
export function parseTraceparent(value: unknown): Traceparent | undefined {
  const parts = typeof value === 'string' ? form.exec(value) : null
  if (!parts) return undefined
  const [, version = '', traceId = '', spanId = '', flags = ''] = parts
  return { version, traceId, spanId, flags }
}
