import type { FastifyRequest } from 'fastify'
import { clearTimeout, setTimeout } from '../timers.ts'

/** How long a connection is read from after an answer that its caller did not wait for. */
const lingerMs = 5_000

/**
 * Closes the connection in two steps where the caller is still sending when its answer is out: first the way to the
 * caller, and when it has noticed, or after five seconds, all of it. Closed at once, with bytes unread, the system tells
 * the caller of a broken connection, and the answer is lost on the way.
 */
export function lingerAfter({ raw }: FastifyRequest): void {
  const { socket } = raw
  if (raw.complete || socket.destroyed) return
  // Called by Node when the answer with its `Connection: close` is out.
  socket.destroySoon = () => {
    socket.end()
    raw.resume()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    timer.unref()
    socket.once('close', () => clearTimeout(timer))
  }
}
