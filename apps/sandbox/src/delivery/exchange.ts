import { hangsHeader } from '@svc/control'
import { limits } from '@svc/models'
import { type Channel, maxHeaderBytes } from './channel.ts'
import { failureOfStatus } from './outcome.ts'
import { ResponsePrefix } from './response-text.ts'
import type { Target } from './target.ts'

/** One POST to make on a channel. */
export interface Post {
  target: Target
  headers: Record<string, string>
  body: Uint8Array
  /** This is the last request on the connection: a header says so to the receiver. */
  last: boolean
  /** Whether a receiver is believed that says that it will not answer. */
  believing: boolean
  /** Milliseconds since some moment. */
  elapsed: () => number
}

/** What came back, possibly incomplete. */
export interface Answer {
  /** null: no headers came. */
  status: number | null
  prefix: ResponsePrefix
  /** Names and values in turn, as they came; null: no headers came. */
  headers: string[] | null
  /** When the headers had come, in milliseconds since some moment; null: not. */
  headAt: number | null
  /**
   * `complete`: to its end. `enough`: as much as is needed, and more may come. `broken`: no more can come. `hung`: the
   * receiver said that no more is going to come.
   */
  ended: 'complete' | 'enough' | 'broken' | 'hung'
}

/** Largest answer that is read to its end, in bytes; `limits.responseBodyBytes` of it are kept. */
export const maxResponseBytes = limits.bodyBytes

/**
 * Informational answers that are passed over before the final one, in bytes of their headers and of a status line each:
 * as many as the headers of the final one may have.
 */
const maxInformationalBytes = maxHeaderBytes
const statusLineBytes = 'HTTP/1.1 100 Continue'.length

/** Headers of an answer that are kept, in characters of names and values. */
const maxHeaderChars = 8_192

/** Headers as they came, of which the first 8,192 characters are kept. */
function firstHeaders(raw: unknown): string[] {
  const kept: string[] = []
  if (!Array.isArray(raw)) return kept
  let room = maxHeaderChars
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = latin1(raw[at])
    const value = latin1(raw[at + 1])
    room -= name.length + value.length
    if (room < 0) break
    kept.push(name, value)
  }
  return kept
}

function bytesOf(raw: unknown): number {
  if (!Array.isArray(raw)) return 0
  return raw.reduce<number>((sum, part) => sum + (Buffer.isBuffer(part) ? part.length : 0), 0)
}

const latin1 = (part: unknown) => (Buffer.isBuffer(part) ? part.toString('latin1') : String(part))

/**
 * Makes one POST on a channel. Never rejects; it ends for certain only when the channel is closed. Bodies stay as they
 * came: nothing is decompressed. Handlers and no streams: half the time of undici's own `request`.
 */
export function exchange(channel: Channel, post: Post): Promise<Answer> {
  const { target, headers, body, last, believing, elapsed } = post
  return new Promise((resolve) => {
    const answer: Answer = {
      status: null,
      prefix: new ResponsePrefix(),
      headers: null,
      headAt: null,
      ended: 'broken',
    }
    const { prefix } = answer
    let hangs = false
    let informational = 0
    channel.connection?.heads.begin()
    let over = false
    // The first end counts: what follows it in the same bytes is not looked at any more.
    const end = (ended: Answer['ended']) => {
      if (over) return
      over = true
      resolve(Object.assign(answer, { ended }))
    }
    channel.client.dispatch(
      { method: 'POST', origin: target.origin, path: target.path, headers, body, reset: last },
      {
        onRequestStart() {},
        onResponseStart({ rawHeaders }, status, answered) {
          if (over) return
          hangs = believing && hangsHeader in answered
          // 1xx comes before the answer.
          if (status < 200) {
            informational += statusLineBytes + bytesOf(rawHeaders)
            if (hangs) end('hung')
            else if (informational > maxInformationalBytes) end('enough')
            return
          }
          answer.status = status
          answer.headers = firstHeaders(rawHeaders)
          answer.headAt = elapsed()
        },
        onResponseData(_, chunk) {
          if (over) return
          prefix.add(chunk)
          if (hangs) return end('hung')
          // The body of a failure is read only as far as the log keeps it.
          const failed = answer.status !== null && failureOfStatus(answer.status) !== null
          if (failed ? prefix.full : prefix.seen > maxResponseBytes) end('enough')
        },
        onResponseEnd: () => end('complete'),
        onResponseError: () => end('broken'),
      },
    )
  })
}
