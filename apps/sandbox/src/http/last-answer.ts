import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

const last = Symbol('the last answer of a connection')

type Answered = Duplex & { [last]?: ServerResponse }

/** Remembers which answer a connection is at. On the socket itself: a map would cost each request 100 ns. */
export function rememberAnswer(answer: ServerResponse): void {
  if (answer.socket) (answer.socket as Answered)[last] = answer
}

/** Whether the request that a connection is still sending has got its answer: it gets no second one. */
export function isAnswered(socket: Answered): boolean {
  const answer = socket[last]
  return answer !== undefined && answer.writableEnded && !answer.req.complete
}
