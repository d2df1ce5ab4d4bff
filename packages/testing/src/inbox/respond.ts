import type { RecordedDelivery, ReceivedDelivery } from './received-delivery.ts'

/** How the inbox answers one delivery. */
export type Answer =
  | number
  | { status?: number; body?: string; headers?: Record<string, string>; delayMs?: number }
  /** Takes the request and never answers: the sender runs into its time-out. */
  | 'hang'
  /** Answers 200 and begins a body that never ends. */
  | 'stall'
  /** Breaks the connection without an answer. */
  | 'reset'

/** A function may only look and return nothing: then the answer is 204. */
type AnswerFor = (delivery: ReceivedDelivery) => Answer | void | Promise<Answer | void>

/**
 * How the inbox answers: always the same, in steps (one for each delivery; the last step repeats), or by a function.
 * Steps may be functions too.
 */
export type Respond = Answer | AnswerFor | readonly (Answer | AnswerFor)[]

/** Follows a script of answers. */
export function createResponder(respond: Respond): (delivery: RecordedDelivery) => Promise<Answer> {
  const steps = isSteps(respond) ? respond : [respond]
  let step = 0
  return async (delivery) => {
    const current = steps[Math.min(step, steps.length - 1)] ?? 204
    step += 1
    if (typeof current !== 'function') return current
    return (await current(delivery as ReceivedDelivery)) ?? 204
  }
}

const isSteps = (respond: Respond): respond is readonly (Answer | AnswerFor)[] => Array.isArray(respond)
