import type { AttemptWire } from '@svc/control'

/** Names and values in turn, as Node.js's `rawHeaders`. */
export type FlatHeaders = readonly string[]

/** What is stored of an attempt, as one text: with short names, as there is one for each attempt. */
export interface StoredWire {
  /** Where the POST went. */
  url: string
  /** The headers of the POST. */
  sent: FlatHeaders
  /** The headers of the answer; null: there was none. */
  got: FlatHeaders | null
  /** Milliseconds for connecting, for TLS and until the head of the answer; null: it did not come to that. */
  ms: readonly [connect: number | null, tls: number | null, firstByte: number | null]
  /** 1: on a connection that an earlier attempt had made. */
  kept: 0 | 1
}

/** What went over the wire in an attempt, as it was stored. */
export function toAttemptWire(text: string): AttemptWire {
  const { url, sent, got, ms, kept } = JSON.parse(text) as StoredWire
  const [connect_ms, tls_ms, first_byte_ms] = ms
  return {
    url,
    request_headers: pairs(sent),
    response_headers: got && pairs(got),
    reused: kept === 1,
    connect_ms,
    tls_ms,
    first_byte_ms,
  }
}

function pairs(flat: FlatHeaders): AttemptWire['request_headers'] {
  return Array.from({ length: flat.length / 2 }, (_, index) => ({
    name: flat[index * 2] ?? '',
    value: flat[index * 2 + 1] ?? '',
  }))
}
