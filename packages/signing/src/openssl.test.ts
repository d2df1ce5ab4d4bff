import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { sign } from './index.ts'

const OPENSSL = 'openssl'

/** What a partner would type in a shell to check a delivery by hand. */
function openssl(body: Uint8Array, ...key: string[]): string {
  const run = spawnSync(OPENSSL, ['dgst', '-sha256', ...key], { input: body, encoding: 'utf8' })
  if (run.error)
    throw new Error('This test needs the openssl command line tool on the PATH.', { cause: run.error })
  if (run.status !== 0) throw new Error(`openssl ended with status ${run.status}: ${run.stderr}`)
  return run.stdout.trim().split(' ').at(-1) ?? ''
}

it.each([
  ['a JSON body', Buffer.from('{"type":"payment.created"}'), 'whsec_abc-DEF_123'],
  ['an empty body', Buffer.alloc(0), 'whsec_abc'],
  ['binary', randomBytes(10_000), 'a secret with spaces'],
  ['a secret that is not ASCII', Buffer.from('{"guest":"Żółć"}'), 'clé-ключ-鍵'],
])('openssl dgst -sha256 -hmac agrees on %s', (_name, body, secret) => {
  expect(`sha256=${openssl(body, '-hmac', secret)}`).toBe(sign(body, secret))
})

it('openssl agrees on a key of raw bytes', () => {
  const key = randomBytes(100)
  const options = ['-mac', 'HMAC', '-macopt', `hexkey:${key.toString('hex')}`]
  const body = Buffer.from('{}')
  expect(`sha256=${openssl(body, ...options)}`).toBe(sign(body, key))
})
