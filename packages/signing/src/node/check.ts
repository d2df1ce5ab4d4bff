import { timingSafeEqual, type KeyObject } from 'node:crypto'
import { receivedBody } from '../shared/body-bytes.ts'
import { secretList } from '../shared/secrets.ts'
import { parseSignature } from '../shared/signature-header.ts'
import type { CheckResult, RawBody, Secret, Secrets, SignatureHeader } from '../types.ts'
import { digest, prepareKey } from './sign.ts'

/**
 * Like {@link verify}, and says which secret matched or why none did.
 *
 * @throws {SecretError} for no secret or an empty one, whatever the header
 * @throws {BodyError} for a parsed body, and for `undefined`: a `rawBody` that nothing has kept
 */
export function check(body: RawBody, header: SignatureHeader, secrets: Secrets): CheckResult {
  return checkAgainst(body, header, secretList(secrets))
}

/**
 * Whether the header signs these bytes with one of the secrets: exactly `sha256=` and 64
 * lowercase hex digits, compared in constant time, every secret tried. Nothing that a stranger can send throws.
 *
 * @throws {SecretError} for no secret or an empty one, whatever the header
 * @throws {BodyError} for a parsed body, and for `undefined`: a `rawBody` that nothing has kept
 */
export function verify(body: RawBody, header: SignatureHeader, secret: Secrets): boolean {
  return check(body, header, secret).ok
}

/** Verifies against prepared secrets. */
export interface Verifier {
  check(body: RawBody, header: SignatureHeader): CheckResult
  verify(body: RawBody, header: SignatureHeader): boolean
}

/**
 * Prepares the keys once, for hot paths.
 *
 * @throws {SecretError} for no secret or an empty one
 */
export function createVerifier(secrets: Secrets): Verifier {
  const keys = secretList(secrets).map(prepareKey)
  return {
    check: (body, header) => checkAgainst(body, header, keys),
    verify: (body, header) => checkAgainst(body, header, keys).ok,
  }
}

function checkAgainst(body: unknown, header: unknown, keys: readonly (Secret | KeyObject)[]): CheckResult {
  const bytes = receivedBody(body)
  const signature = parseSignature(header)
  if ('reason' in signature) return { ok: false, reason: signature.reason }
  if (bytes === null) return { ok: false, reason: 'mismatch' }

  given.write(signature.hex, 'latin1')
  let match = -1
  // No early exit: the time tells neither which secret matched nor how many there are before it.
  for (const [index, key] of keys.entries()) {
    expected.write(digest(bytes, key), 'latin1')
    if (timingSafeEqual(given, expected) && match === -1) match = index
  }
  return match === -1 ? { ok: false, reason: 'mismatch' } : { ok: true, secret: match }
}

// Both signatures are 64 ASCII characters here. One pair for all checks, as none waits for anything: two buffers made for
// each check would take a tenth of its time.
const given = /* @__PURE__ */ Buffer.alloc(64)
const expected = /* @__PURE__ */ Buffer.alloc(64)
