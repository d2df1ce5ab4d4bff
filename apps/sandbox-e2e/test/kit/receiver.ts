import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'

/** One POST as it arrived. */
export interface Post {
  id: string
  path: string
  body: Buffer
  signature: string | undefined
}

export interface Receiver {
  url: string
  /** Every POST since the start, in order of arrival. */
  posts: readonly Post[]
}

export interface ReceiverOptions {
  /** Status of the answer to the `nth` POST (from 1) of a delivery. @default 200 */
  answer?: (post: Post, nth: number) => number
  /** Resolves when the answer may go out: so long the attempt is in flight. @default at once */
  hold?: (post: Post) => Promise<void>
}

/** A webhook receiver in this process, which outlives the sandboxes that are killed. Closed with the test. */
export async function openReceiver({
  answer = () => 200,
  hold = () => Promise.resolve(),
}: ReceiverOptions = {}): Promise<Receiver> {
  const posts: Post[] = []
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    // One that was cut off has not arrived.
    request.on('error', () => {})
    request.on('end', () => {
      const { 'x-svc-delivery': id, 'x-svc-signature': signature } = request.headers
      const post: Post = {
        id: String(id),
        path: request.url ?? '',
        body: Buffer.concat(chunks),
        signature: signature === undefined ? undefined : String(signature),
      }
      posts.push(post)
      const nth = (counts.get(post.id) ?? 0) + 1
      counts.set(post.id, nth)
      void hold(post).then(() => response.writeHead(answer(post, nth)).end('seen'))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port')
  return { url: `http://127.0.0.1:${address.port}`, posts }
}
