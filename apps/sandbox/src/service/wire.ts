let lastMs = 0
let lastText = new Date(0).toISOString()

/** Milliseconds since 1970 as the timestamps of the wire: ISO 8601, UTC, milliseconds. */
export function timestamp(ms: number): string {
  // A change names its moment several times, and under load so do several changes.
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
}

/** {@link timestamp}, or null for what has not happened yet. */
export function timestampOrNull(ms: number | null): string | null {
  return ms === null ? null : timestamp(ms)
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** An id as a path gives it, in the lower case in which ids are stored; undefined when it is no UUID at all. */
export function readId(text: string): string | undefined {
  const id = text.toLowerCase()
  return uuidPattern.test(id) ? id : undefined
}
