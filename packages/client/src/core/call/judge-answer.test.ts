import { operations } from '@svc/models'
import { describe, expect, it } from 'vitest'
import { payment } from '../../../test/support/data.ts'
import { BodyError } from '../wire/read-body.ts'
import { judgeAnswer } from './judge-answer.ts'

const by = {
  operation: operations.getBooking,
  redact: (text: string) => text.replace('key', '***'),
  localMs: 0,
}
const answer = (status: number, body: string | undefined, headers: Record<string, string> = {}) => ({
  kind: 'answer' as const,
  status,
  headers,
  body: body === undefined ? undefined : Buffer.from(body),
  bodyError: undefined,
})

describe('judgeAnswer', () => {
  it('gives the data and the head of a 2xx', () => {
    const outcome = judgeAnswer(
      answer(201, JSON.stringify(payment), { 'X-Request-Id': 'r', 'idempotent-replayed': 'true' }),
      { ...by, operation: operations.createPayment },
    )
    expect(outcome).toMatchObject({
      ok: true,
      data: payment,
      head: { status: 201, requestId: 'r', replayed: true },
    })
  })

  it('ignores the body where none is agreed, also one that broke off', () => {
    for (const body of ['<html>', undefined]) {
      const outcome = judgeAnswer(answer(204, body), { ...by, operation: operations.deletePayment })
      expect(outcome).toMatchObject({ ok: true, data: undefined })
    }
  })

  it('takes what an error answer says, without the key and with the wait', () => {
    const body = JSON.stringify({ code: 'rate_limited', message: 'too often, key' })
    expect(judgeAnswer(answer(429, body, { 'retry-after': '2' }), by)).toMatchObject({
      ok: false,
      failure: {
        kind: 'answer',
        status: 429,
        code: 'rate_limited',
        body: { message: 'too often, ***' },
        retryAfterMs: 2_000,
      },
    })
  })

  it('counts a Retry-After date from the date of the server, whose clock it is of', () => {
    const headers = { date: 'Sat, 21 Nov 2026 12:00:00 GMT', 'retry-after': 'Sat, 21 Nov 2026 12:00:30 GMT' }
    const outcome = judgeAnswer(answer(503, undefined, headers), {
      ...by,
      localMs: Date.UTC(2026, 10, 21, 11, 50),
    })
    expect(outcome).toMatchObject({ failure: { kind: 'answer', retryAfterMs: 30_000 } })
    const { date: _, ...dateless } = headers
    const local = { ...by, localMs: Date.UTC(2026, 10, 21, 12, 0, 10) }
    expect(judgeAnswer(answer(503, undefined, dateless), local)).toMatchObject({
      failure: { kind: 'answer', retryAfterMs: 20_000 },
    })
  })

  it.each([
    [undefined, 'could not be read'],
    ['', 'is empty'],
    ['<html>', 'is not JSON'],
    ['{"id":1}', 'is not what the API agrees on'],
  ])('a 2xx with the body %j %s', (body, problem) => {
    const outcome = judgeAnswer(answer(200, body), by)
    expect(outcome).toMatchObject({ failure: { kind: 'contract', code: 'invalid_response', problem } })
  })

  it('hands on why a body could not be taken', () => {
    const bodyError = new BodyError('response_too_large', 'is larger than 5 bytes')
    expect(judgeAnswer({ ...answer(200, undefined), bodyError }, by)).toMatchObject({
      failure: { code: 'response_too_large', problem: 'is larger than 5 bytes', cause: bodyError },
    })
  })
})
