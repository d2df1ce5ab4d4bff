import { hangsHeader } from '@svc/control'
import { limits } from '@svc/models'
import type { Channel } from './channel.ts'
import { failureOfStatus } from './outcome.ts'
import { ResponsePrefix } from './response-text.ts'

/** One POST to make on a channel. */
export interface Post {
  url: URL
  headers: Record<string, string>
  body: Uint8Array
  /** This is the last request on the connection: a header says so to the receiver. */
  last: boolean
  /** Whether a receiver is believed that says that it will not answer. */
  believing: boolean
}

/** What came back, possibly incomplete. */
export interface Answer {
  /** null: no headers came. */
  status: number | null
  prefix: ResponsePrefix
  /**
   * `complete`: to its end. `enough`: as much as is needed, and more may come. `broken`: no more can come. `hung`: the
   * receiver said that no more is going to come.
   */
  ended: 'complete' | 'enough' | 'broken' | 'hung'
}

/** Largest answer that is read to its end, in bytes; `limits.responseBodyBytes` of it are kept. */
export const maxResponseBytes = limits.bodyBytes

/**
 * Makes one POST on a channel. Never rejects; it ends for certain only when the channel is closed. Bodies stay as they
 * came: nothing is decompressed. Handlers and no streams: half the time of undici's own `request`.
 */
export function exchange(channel: Channel, { url, headers, body, last, believing }: Post): Promise<Answer> {
  return new Promise((resolve) => {
    const answer: Answer = { status: null, prefix: new ResponsePrefix(), ended: 'broken' }
    const { prefix } = answer
    let hangs = false
    const end = (ended: Answer['ended']) => resolve(Object.assign(answer, { ended }))
    channel.client.dispatch(
      { method: 'POST', origin: url.origin, path: url.pathname + url.search, headers, body, reset: last },
      {
        onRequestStart() {},
        onResponseStart(_, status, answered) {
          hangs = believing && hangsHeader in answered
          // 1xx comes before the answer.
          if (status >= 200) answer.status = status
          else if (hangs) end('hung')
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
