/**
 * Why an attempt failed, as the log says it:
 * `status` – the receiver answered with something else than 2xx;
 * `redirect` – it answered 3xx, which is not followed;
 * `timeout` – connected, but no complete answer within five seconds;
 * `unreachable` – no connection: no such name, refused, silent, or a target that the policy forbids. One word for all
 * of them, so the log does not show what is in a private network;
 * `tls` – no TLS 1.2 or newer, or no certificate that we trust;
 * `bad_response` – reset, half an answer, no HTTP, or more than is read (headers 16 KiB, body 1 MiB);
 * `internal` – the server itself could not make the attempt, for example because of a signing secret that cannot be
 * opened.
 */
export type AttemptError =
  | 'status'
  | 'redirect'
  | 'timeout'
  | 'unreachable'
  | 'tls'
  | 'bad_response'
  | 'internal'

/** How one attempt went. */
export interface AttemptResult {
  outcome: 'delivered' | 'failed'
  /** null on success. */
  error: AttemptError | null
  response_status: number | null
  /** Text of at most the first 16 KiB; null when there was no answer. */
  response_body: string | null
  /** Milliseconds of real time. */
  duration_ms: number
  /** What went over the wire, as the text that is stored. @default nothing did */
  wire?: string | null
}

/** What a status alone says: null for 2xx, which is a success if the rest of the answer arrives. */
export function failureOfStatus(status: number): 'status' | 'redirect' | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}
