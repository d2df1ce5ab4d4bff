import { errorStatuses } from '@svc/models'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRetryable } from '../core/retry/failure.ts'
import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  IdempotencyError,
  NotFoundError,
  OriginError,
  RateLimitError,
  ServerError,
  ValidationError,
} from './api-error.ts'
import { errorOf } from './error-of.ts'
import { parseErrorBody } from './parse-error-body.ts'

const call = { method: 'POST', route: '/r', attempts: 1, idempotencyKey: 'k', ambiguous: false }

function errorFor(status: number, said: unknown) {
  const body = parseErrorBody(status, JSON.stringify(said))
  const head = { status, headers: {}, requestId: undefined, replayed: false }
  return errorOf(call, {
    kind: 'answer',
    status,
    code: body.code,
    head,
    body,
    retryAfterMs: undefined,
  }) as ApiError
}

describe('the error of an answer', () => {
  it.each([
    [403, { code: 'unauthorized' }, AuthenticationError],
    [403, { error: { code: 'unauthorized' } }, AuthenticationError],
    [403, {}, OriginError],
    [403, { code: 'forbidden' }, ApiError],
    [409, { code: 'idempotency_key_reused' }, IdempotencyError],
    [409, { code: 'idempotency_key_in_use' }, ConflictError],
    [409, { code: 'duplicate' }, ApiError],
    [409, {}, ConflictError],
    [422, { code: 'validation_error' }, ValidationError],
    [422, { code: 'unprocessable_entity' }, ValidationError],
    [422, {}, ApiError],
    [400, { code: 'invalid_json' }, BadRequestError],
    [400, { code: 'validation_error' }, ValidationError],
    [401, { error: 'invalid_token' }, AuthenticationError],
    [404, { code: 'unknown_booking' }, NotFoundError],
    [429, { code: 'quota' }, RateLimitError],
    [500, { code: 'validation_error' }, ServerError],
  ])('%d with %j has its class', (status, said, type) => {
    const error = errorFor(status, said)
    expect(error.constructor).toBe(type)
  })

  it('a class that belongs to other codes is never given to a code of the service', () => {
    const classOf = new Map<string, unknown>()
    for (const [code, status] of Object.entries(errorStatuses)) {
      classOf.set(code, errorFor(status, { code }).constructor)
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 300, max: 599 }),
        fc.constantFrom(...Object.keys(errorStatuses), 'other', undefined),
        (status, code) => {
          const error = errorFor(status, { code })
          if (classOf.has(error.code)) expect(error.constructor).toBe(classOf.get(error.code))
        },
      ),
    )
  })

  /** The bodies in which servers put a code and a message. */
  const forms: readonly ((code: string | undefined, message: string) => unknown)[] = [
    (code, message) => ({ code, message }),
    (code, message) => ({ error: { code, message } }),
    (code, message) => ({ error: code, error_description: message }),
    (code, message) => ({ errors: [{ code, detail: message }] }),
    (code, message) => ({
      type: `https://api.example.com/problems/${code ?? ''}`,
      title: message,
      detail: message,
    }),
    (code, message) => ({ code: code?.toUpperCase().replaceAll('_', '-'), message }),
  ]
  const anyAnswer = fc.record({
    status: fc.integer({ min: 300, max: 599 }),
    code: fc.constantFrom(...Object.keys(errorStatuses), 'forbidden', 'duplicate', 'http_409', undefined),
    form: fc.constantFrom(...forms),
  })
  const ofClass: readonly [typeof ApiError, readonly string[]][] = [
    [OriginError, ['origin_not_allowed']],
    [IdempotencyError, ['idempotency_key_reused']],
    [ConflictError, ['idempotency_key_in_use', 'http_409']],
  ]

  it('class, code, retries and advice agree, in whatever form a server tells them', () => {
    fc.assert(
      fc.property(anyAnswer, ({ status, code: said, form }) => {
        const error = errorFor(status, form(said, 'Something is wrong'))
        const { code, retryable, message } = error
        if (Object.hasOwn(errorStatuses, code)) {
          const own = errorStatuses[code as keyof typeof errorStatuses]
          expect(error.constructor).toBe(errorFor(own, { code }).constructor)
        }
        for (const [type, codes] of ofClass) if (error instanceof type) expect(codes).toContain(code)
        expect(error instanceof ServerError).toBe(status >= 500)
        // A request that is wrong stays wrong.
        const wrong = [ValidationError, AuthenticationError, OriginError, NotFoundError, IdempotencyError]
        if (wrong.some((type) => error instanceof type)) expect(retryable).toBe(status === 408)
        if (error instanceof RateLimitError) expect(retryable).toBe(true)
        expect(retryable).toBe(isRetryable({ kind: 'answer', status, code }))
        if (!retryable) expect(message).not.toMatch(/try again|wait for/i)
        if (retryable && status !== 408) expect(message).not.toMatch(/correct|will fail again|new key/i)
      }),
      { numRuns: 2_000 },
    )
  })

  it('what can never succeed is neither tried again nor advised to be', () => {
    for (const [status, said] of [
      [400, { code: 'internal_error' }],
      [403, { code: 'forbidden' }],
      [409, { code: 'duplicate' }],
      [409, { code: 'idempotency_key_reused' }],
      [422, { error: { message: 'amount' } }],
    ] as const) {
      const error = errorFor(status, said)
      expect(isRetryable({ kind: 'answer', status, code: error.code })).toBe(false)
      expect(error).not.toBeInstanceOf(ServerError)
      expect(error.message).not.toMatch(/try again/i)
    }
  })
})
