import { SecretError } from '../errors.ts'
import type { Secret, Secrets } from '../types.ts'
import { refusal } from './signature-header.ts'
import { tagOf } from './tag-of.ts'

/**
 * The secrets as a checked list. An empty secret is refused because anybody could sign with it: that is what an
 * unset environment variable turns into in many services.
 *
 * @throws {SecretError} `no_secret`, `empty_secret` or `invalid_secret`; never quotes a value
 */
export function secretList(secrets: Secrets): readonly Secret[] {
  if (!Array.isArray(secrets)) return [checkedSecret(secrets as Secret, 'The secret')]
  if (secrets.length === 0) {
    throw new SecretError('no_secret', 'The list of secrets is empty: give at least one secret.')
  }
  return secrets.map((secret: Secret, index) => checkedSecret(secret, `Secret ${index} of the list`))
}

export function checkedSecret(secret: Secret, name = 'The secret'): Secret {
  if (secret === undefined || secret === null) {
    throw new SecretError('no_secret', `${name} is ${String(secret)}: is the setting it comes from present?`)
  }
  if (typeof secret !== 'string' && !isBytes(secret)) {
    throw new SecretError('invalid_secret', `${name} must be a string or a Uint8Array, not ${tagOf(secret)}.`)
  }
  if (secret.length === 0) {
    throw new SecretError('empty_secret', `${name} is empty: anybody could sign with it.`)
  }
  // Well formed, and so a header: `verify(body, secret, signature)` would be false for ever.
  if (refusal(secret) === 'mismatch') {
    throw new SecretError('invalid_secret', `${name} is a signature: give (body, signature, secret).`)
  }
  return secret
}

// Not `instanceof`: bytes from another realm (vm contexts, test environments, frames) are bytes too.
const isBytes = (value: unknown): boolean => tagOf(value) === 'Uint8Array'
