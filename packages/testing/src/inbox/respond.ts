import { checkOptions, unknownName } from '../check-options.ts'
import { TestingError } from '../errors.ts'
import type { RecordedDelivery, ReceivedDelivery } from './received-delivery.ts'

/** How the inbox answers one delivery. */
export type Answer =
  | number
  | {
      /** HTTP status, 200 to 999. @default 204 */
      status?: number
      /** Text of the answer. @default '' */
      body?: string
      /** Headers of the answer: `{ 'retry-after': '5' }`. @default none */
      headers?: Record<string, string>
      /** Milliseconds of real time before it answers. @default 0 */
      delayMs?: number
    }
  /**
   * Takes the request and never answers: the sender runs into its time-out, after five real seconds. A sandbox with
   * `clock: 'manual'` is told, and does not wait.
   */
  | 'hang'
  /** Answers 200 and begins a body that never ends. A sandbox with `clock: 'manual'` does not wait for its end. */
  | 'stall'
  /** Breaks the connection without an answer. */
  | 'reset'

/** What answers a delivery by what it is. It may only look and return nothing: then the answer is 204. */
export type AnswerFor = (delivery: ReceivedDelivery) => Answer | void | Promise<Answer | void>

/**
 * How the inbox answers: always the same, in steps (one for each delivery; the last step repeats), or by a function.
 * Steps may be functions too.
 */
export type Respond = Answer | AnswerFor | readonly (Answer | AnswerFor)[]

/** Follows a script of answers. */
export function createResponder(respond: Respond): (delivery: RecordedDelivery) => Promise<Answer> {
  const steps = isSteps(respond) ? respond : [respond]
  for (const given of steps) if (typeof given !== 'function') checkAnswer(given)
  let step = 0
  return async (delivery) => {
    const current = steps[Math.min(step, steps.length - 1)] ?? 204
    step += 1
    if (typeof current !== 'function') return current
    const answer = (await current(delivery as ReceivedDelivery)) ?? 204
    checkAnswer(answer)
    return answer
  }
}

const answerNames = { status: true, body: true, headers: true, delayMs: true }
const waysToFail = ['hang', 'stall', 'reset']

/** A test without a type check must not believe that a misspelt `'hnag'` hangs. */
function checkAnswer(answer: unknown): void {
  if (typeof answer === 'number') return checkStatus(answer)
  if (typeof answer === 'string') {
    if (waysToFail.includes(answer)) return
    throw unknownName('respond', 'way to answer', answer, waysToFail)
  }
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    throw unknownName('respond', 'way to answer', answer, [
      'a status',
      '{ status, body, headers, delayMs }',
      ...waysToFail.map((way) => `'${way}'`),
      'a function',
      'a list of these',
    ])
  }
  checkOptions('respond', answer, answerNames)
  const { status, body, headers, delayMs } = answer as Record<keyof typeof answerNames, unknown>
  if (status !== undefined) checkStatus(status)
  // Found when it is sent, the sender would have its 200 already, and the test a receiver that is content.
  if (body !== undefined && typeof body !== 'string') {
    throw refused('body must be a text: JSON.stringify what is none')
  }
  if (delayMs !== undefined && !(typeof delayMs === 'number' && delayMs >= 0)) {
    throw refused(
      `delayMs must be milliseconds from 0, not ${typeof delayMs === 'number' ? delayMs : typeof delayMs}`,
    )
  }
  if (headers !== undefined) checkAnswerHeaders(headers)
}

const refused = (problem: string) => new TestingError('invalid_option', `respond: ${problem}.`)

function checkAnswerHeaders(headers: unknown): void {
  // A Headers, Map or list has no fields of its own: its headers would be lost in silence.
  if (typeof headers !== 'object' || headers === null || Symbol.iterator in headers) {
    throw refused('headers must be a plain object of names and values')
  }
  const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')
  for (const [name, value] of Object.entries(headers) as [string, string][]) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch (error) {
      throw refused(`headers: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** 1xx are no answers: Node would hang or throw. */
function checkStatus(status: unknown): void {
  if (Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 999) return
  throw new TestingError('invalid_option', `respond: a status is 200 to 999, not ${String(status)}.`)
}

const isSteps = (respond: Respond): respond is readonly (Answer | AnswerFor)[] => Array.isArray(respond)
