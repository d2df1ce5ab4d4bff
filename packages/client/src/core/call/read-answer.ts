import { type ErrorDetail, type Operation, validate } from '@svc/models'

/** The data of a 2xx, or what is wrong with it. */
export type ReadAnswer = { ok: true; data: unknown } | { ok: false; problem: string; details: ErrorDetail[] }

const utf8 = new TextDecoder()

/**
 * Reads the body of a 2xx by the operation's contract. Openly: unknown fields and values pass through, any 2xx status
 * will do, and where no body is agreed any body is ignored.
 */
export function readAnswer(operation: Operation, body: Buffer): ReadAnswer {
  if (!operation.answer) return { ok: true, data: undefined }
  if (body.length === 0) return { ok: false, problem: 'is empty', details: [] }
  let json: unknown
  try {
    json = JSON.parse(utf8.decode(body))
  } catch {
    return { ok: false, problem: 'is not JSON', details: [] }
  }
  const result = validate(operation.answer, json)
  if (result.ok) return { ok: true, data: result.value }
  return { ok: false, problem: 'is not what the API agrees on', details: result.details }
}
