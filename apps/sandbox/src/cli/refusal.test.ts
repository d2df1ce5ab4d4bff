import { stripVTControlCharacters } from 'node:util'
import { ControlError } from '@svc/control'
import { describe, expect, it } from 'vitest'
import { namingFlags, refusalWords } from './refusal.ts'

const refusal = (details: { path: string; message: string }[], reason = 'The body is not valid.') =>
  new ControlError(
    'validation_error',
    `POST http://x/payments was answered 400 validation_error: ${reason}`,
    {
      status: 400,
      details,
      reason,
    },
  )

async function named(error: unknown, flags: Record<string, string>): Promise<unknown> {
  try {
    return await namingFlags(flags, () => {
      throw error
    })
  } catch (caught) {
    return caught
  }
}

/** As they read, in colour or not. */
const wordsOf = (error: ControlError) => stripVTControlCharacters(refusalWords(error))

describe('a refusal', () => {
  it('names the flags that the person has typed, each once, and the call at the end', async () => {
    const error = await named(
      refusal([
        { path: 'paymentMethod', message: 'is required' },
        { path: 'guest.first_name', message: 'must be a string' },
        { path: 'events.0', message: 'must be one of a, b' },
        { path: 'match.path', message: 'must start with /' },
        { path: 'other', message: 'is unknown' },
      ]),
      {
        paymentMethod: '--payment-method',
        guest: '--guest',
        events: '--events',
        'match.path': '--path',
      },
    )
    expect(error).toMatchObject({ code: 'validation_error', status: 400 })
    expect(wordsOf(error as ControlError).split('\n')).toEqual([
      '--payment-method is required',
      '       --guest first_name must be a string',
      '       --events must be one of a, b',
      '       --path must start with /',
      '       other is unknown',
      '       (POST http://x/payments was answered 400 validation_error)',
    ])
  })

  it('without fields is the reason; without a reason, the message', () => {
    expect(wordsOf(refusal([], 'No payment with this id.'))).toMatch(
      /^No payment with this id\.\n +\(POST http/,
    )
    expect(wordsOf(new ControlError('unreachable', 'Nobody answers.'))).toBe('Nobody answers.')
  })

  it('of something else passes as it is', async () => {
    const other = new Error('other')
    expect(await named(other, {})).toBe(other)
  })
})
