import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

const last = Symbol('the last answer of a connection')

type Answered = Duplex & { [last]?: ServerResponse }

/** Remembers the answer to the newest request of a connection. On the socket itself: a map would cost each 100 ns. */
export function rememberAnswer(answer: ServerResponse): void {
  ;(answer.req.socket as Answered)[last] = answer
}

/** Whether the request that a connection is still sending has got its answer: it gets no second one. */
export function isAnswered(socket: Answered): boolean {
  const answer = socket[last]
  return answer !== undefined && answer.writableEnded && !answer.req.complete
}

/**
 * The answer to a whole request of a connection that is still to come: what is said of the bytes behind that request
 * comes after it, or the caller takes it for the answer. Answers go out in order, so the newest is the last.
 */
export function answerToCome(socket: Answered): ServerResponse | undefined {
  const answer = socket[last]
  return answer?.req.complete && !answer.writableFinished ? answer : undefined
}
