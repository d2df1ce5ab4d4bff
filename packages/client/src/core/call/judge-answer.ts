import { createReader, type ErrorDetail, type Operation } from '@svc/models/operations'
import { headerNames } from '@svc/models/vocabulary'
import type { FailedTry } from '../../errors/failed-try.ts'
import { parseErrorBody } from '../../errors/parse-error-body.ts'
import { parseRetryAfter } from '../retry/retry-after.ts'
import type { Answer } from '../wire/exchanged.ts'
import { joinHeaders } from '../wire/headers.ts'
import type { Redact } from '../wire/redact.ts'
import type { AnswerHead } from './answer-info.ts'

/** How a try ended: with the data of a 2xx, or with what its error is made from. */
export type Outcome = { ok: true; head: AnswerHead; data: unknown } | { ok: false; failure: FailedTry }

const requestIdHeader = headerNames.requestId.toLowerCase()
const replayedHeader = headerNames.idempotentReplayed.toLowerCase()
const retryAfterHeader = headerNames.retryAfter.toLowerCase()

const utf8 = new TextDecoder()

/** A body's text. `toString` takes two thirds of a decoder's time, and leaves the mark that some put in front. */
const textOf = (body: Buffer): string => (body[0] === 0xef ? utf8.decode(body) : body.toString('utf8'))

/** Judges an answer by the operation's contract. Decides nothing about retries and tells nobody. */
export function judgeAnswer(
  answer: Answer,
  by: {
    operation: Operation
    /** Takes the API key out of whatever the answer echoes. */
    redact: Redact
    /** Wall clock in milliseconds, for a `Retry-After` date. */
    localMs: number
  },
): Outcome {
  const { status, body, bodyError } = answer
  const headers = joinHeaders(answer.headers, by.redact)
  const requestId = headers[requestIdHeader]
  const head = { status, headers, requestId, replayed: headers[replayedHeader] === 'true' }

  if (status < 200 || status >= 300) {
    const errorBody = parseErrorBody(status, body && by.redact(body.toString('utf8')))
    const retryAfterMs = parseRetryAfter(answer.headers[retryAfterHeader], {
      serverDate: answer.headers['date'],
      localMs: by.localMs,
    })
    const { code } = errorBody
    return { ok: false, failure: { kind: 'answer', status, code, head, body: errorBody, retryAfterMs } }
  }

  // Where no body is agreed, any body is ignored, also one that broke off.
  const { answer: schema } = by.operation
  if (!schema) return { ok: true, head, data: undefined }
  const read = body ? readData(schema, body) : { problem: bodyError?.problem ?? 'could not be read' }
  if ('data' in read) return { ok: true, head, data: read.data }
  const code = bodyError?.code === 'response_too_large' ? bodyError.code : 'invalid_response'
  return { ok: false, failure: { kind: 'contract', code, head, details: [], cause: bodyError, ...read } }
}

type AnswerSchema = NonNullable<Operation['answer']>

/** Made at the first answer of an operation: preparing one takes as long as reading a few answers. */
const readers = new WeakMap<AnswerSchema, ReturnType<typeof createReader<AnswerSchema>>>()

function readerOf(schema: AnswerSchema) {
  const known = readers.get(schema)
  if (known) return known
  const reader = createReader(schema)
  readers.set(schema, reader)
  return reader
}

/** The data of a 2xx, or what is wrong with its body. Read openly: unknown fields and values pass through. */
function readData(
  schema: AnswerSchema,
  body: Buffer,
): { data: unknown } | { problem: string; details?: ErrorDetail[] } {
  if (body.length === 0) return { problem: 'is empty' }
  let json: unknown
  try {
    json = JSON.parse(textOf(body))
  } catch {
    return { problem: 'is not JSON' }
  }
  const result = readerOf(schema)(json)
  return result.ok
    ? { data: result.value }
    : { problem: 'is not what the API agrees on', details: result.details }
}
