import type { Readable } from 'node:stream'
import { INCOMPLETE_BODY, tooLargeRefusal, type Refusal } from './refusal.ts'

/**
 * Reads a request's bytes, at most `limit` of them. Resolves with a refusal instead of rejecting: everything that
 * can go wrong here is caused by the sender. The stream is not destroyed, so that the refusal can still be answered.
 */
export function readStream(
  stream: Readable,
  limit: number,
  contentLength: unknown,
): Promise<Buffer | Refusal> {
  if (Number(contentLength) > limit) return Promise.resolve(tooLargeRefusal(limit))
  // When the sender hangs up while the secret is looked up, the 'close' event is over before this line.
  if (stream.destroyed) return Promise.resolve(INCOMPLETE_BODY)

  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0

    const settle = (result: Buffer | Refusal) => {
      stream.off('data', onData).off('end', onEnd).off('close', onBroken)
      resolve(result)
    }
    const onData = (chunk: Buffer | string) => {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      length += bytes.length
      if (length > limit) settle(tooLargeRefusal(limit))
      else chunks.push(bytes)
    }
    const onEnd = () => settle(Buffer.concat(chunks, length))
    const onBroken = () => settle(INCOMPLETE_BODY)

    // The error listener stays: a reset after the refusal must not become an uncaught 'error' event.
    stream.on('data', onData).on('end', onEnd).on('close', onBroken).on('error', onBroken)
  })
}
