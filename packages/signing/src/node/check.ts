import { timingSafeEqual, type KeyObject } from 'node:crypto'
import { receivedBody } from '../shared/body-bytes.ts'
import { secretList } from '../shared/secrets.ts'
import { headerValue, refusal, SCHEME, SIZE } from '../shared/signature-header.ts'
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
  /** Whether a body is signed with one of the secrets, and if not, why. Never throws. */
  check(body: RawBody, header: SignatureHeader): CheckResult
  /** Whether a body is signed with one of the secrets. Never throws. */
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
  const value = headerValue(header)
  // What fills the buffer exactly is ASCII: another character takes two bytes or more, which are none of `expected`'s.
  if (bytes !== null && typeof value === 'string' && value.length === SIZE && given.write(value) === SIZE) {
    let match = -1
    // No early exit: the time tells neither which secret matched nor how many there are before it.
    keys.forEach((key, index) => {
      expected.write(digest(bytes, key), SCHEME.length, 'latin1')
      if (timingSafeEqual(given, expected) && match === -1) match = index
    })
    if (match !== -1) return { ok: true, secret: match }
  }
  // What matches is well formed: only the others are looked at, which would cost a twentieth of a check.
  return { ok: false, reason: refusal(value) }
}

// One pair for all checks, as none waits for anything: two buffers made for each check would take a tenth of its time.
const given = /* @__PURE__ */ Buffer.alloc(SIZE)
const expected = /* @__PURE__ */ Buffer.alloc(SIZE, SCHEME)
