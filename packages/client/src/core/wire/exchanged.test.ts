import { expect, it } from 'vitest'
import { connectionFailed } from './exchanged.ts'

const withCode = (code: unknown) => Object.assign(new Error('failed'), { code })

it.each([
  ['an expired certificate', withCode('CERT_HAS_EXPIRED'), true],
  ['a closed dispatcher', withCode('UND_ERR_CLOSED'), true],
  ['a reset', withCode('ECONNRESET'), false],
  ['an error without a code', new Error('failed'), false],
  ['what is no error', { code: 'CERT_HAS_EXPIRED' }, false],
  ['a text', 'CERT_HAS_EXPIRED', false],
  ['nothing', undefined, false],
])('%s', (_name, cause, permanent) => {
  expect(connectionFailed(true, cause)).toEqual({ kind: 'connection', sent: true, permanent, cause })
})
