import { hangsHeader } from '@svc/control'
import { limits } from '@svc/models'
import type { Channel } from './channel.ts'
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
    const end = (ended: Answer['ended']) => resolve(Object.assign(answer, { ended }))
    channel.client.dispatch(
      { method: 'POST', origin: target.origin, path: target.path, headers, body, reset: last },
      {
        onRequestStart() {},
        onResponseStart({ rawHeaders }, status, answered) {
          hangs = believing && hangsHeader in answered
          // 1xx comes before the answer.
          if (status < 200) {
            if (hangs) end('hung')
            return
          }
          answer.status = status
          answer.headers = firstHeaders(rawHeaders)
          answer.headAt = elapsed()
        },
        onResponseData(_, chunk) {
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
