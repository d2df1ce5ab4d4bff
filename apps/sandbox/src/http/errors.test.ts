import { describe, expect, it } from 'vitest'
import { ServiceError } from '../service/errors.ts'
import { StorageBusy, StorageConflict, StorageUnavailable } from '../storage/errors.ts'
import { errorAnswer } from './errors.ts'

const withKey = { call: { replayed: false, idempotencyKey: 'f47ac10b-58cc-4372-a567-0e02b2c3d479' } }

describe('errorAnswer', () => {
  it('says nothing about an error that is not for callers', () => {
    for (const thrown of [new Error('password=hunter2'), new TypeError('x'), 'text', undefined, null]) {
      const { status, body, ours } = errorAnswer(thrown)
      expect([status, body.code, ours]).toEqual([500, 'internal_error', true])
      expect(JSON.stringify(body)).not.toContain('hunter2')
    }
  })

  it('a held record is 409 with Retry-After: 1 where there is a key, else 503', () => {
    for (const error of [new StorageBusy('held'), new StorageConflict('reference', 'gone')]) {
      expect(errorAnswer(error, withKey)).toMatchObject({
        status: 409,
        body: { code: 'idempotency_key_in_use' },
        retryAfter: 1,
      })
      expect(errorAnswer(error, { call: { replayed: false } })).toMatchObject({ status: 503, retryAfter: 1 })
    }
  })

  it('a database that is away is 503 with Retry-After', () => {
    expect(errorAnswer(new StorageUnavailable('ECONNREFUSED 10.0.0.7'), withKey)).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: expect.not.stringContaining('10.0.0.7') },
      retryAfter: 1,
      // And a line in the log.
      ours: true,
    })
  })

  it.each([
    [404, 'not_found', 404],
    [413, 'payload_too_large', 413],
    [415, 'unsupported_media_type', 415],
    [400, 'bad_request', 400],
    [414, 'bad_request', 400],
    [503, 'internal_error', 500],
  ])('a refusal of Fastify with status %i becomes %s', (statusCode, code, status) => {
    const answer = errorAnswer(Object.assign(new Error('said by Fastify'), { statusCode }))
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('details stand only where there are some', () => {
    expect(errorAnswer(new ServiceError('not_found', 'No.')).body).toEqual({
      code: 'not_found',
      message: 'No.',
    })
  })
})
