import { receivedBody } from '../shared/body-bytes.ts'
import { secretList } from '../shared/secrets.ts'
import { parseSignature } from '../shared/signature-header.ts'
import type { CheckResult, RawBody, Secrets, SignatureHeader } from '../types.ts'
import { importKey, subtle, webBytes, type WebKey } from './keys.ts'
import { copySecret } from './sign.ts'

/**
 * Like {@link verify}, and says which secret matched or why none did.
 *
 * Rejects with {@link SecretError} for no secret or an empty one, whatever the header, and with {@link BodyError}
 * for a parsed body and for `undefined`: a `rawBody` that nothing has kept.
 */
export async function check(body: RawBody, header: SignatureHeader, secrets: Secrets): Promise<CheckResult> {
  return createVerifier(secrets).check(body, header)
}

/**
 * Whether the header signs these bytes with one of the secrets: exactly `sha256=` and 64
 * lowercase hex digits, compared in constant time, every secret tried. Nothing that a stranger can send rejects.
 *
 * Rejects with {@link SecretError} for no secret or an empty one, whatever the header, and with {@link BodyError}
 * for a parsed body and for `undefined`: a `rawBody` that nothing has kept.
 */
export async function verify(body: RawBody, header: SignatureHeader, secret: Secrets): Promise<boolean> {
  return (await check(body, header, secret)).ok
}

/** Verifies against prepared secrets. */
export interface Verifier {
  check(body: RawBody, header: SignatureHeader): Promise<CheckResult>
  verify(body: RawBody, header: SignatureHeader): Promise<boolean>
}

/**
 * Prepares the keys once, at the first well-formed signature.
 *
 * @throws {SecretError} for no secret or an empty one
 */
export function createVerifier(secrets: Secrets): Verifier {
  const list = secretList(secrets).map(copySecret)
  let keys: Promise<WebKey[]> | undefined

  async function checkWithKeys(body: unknown, header: unknown): Promise<CheckResult> {
    const received = receivedBody(body)
    const signature = parseSignature(header)
    if ('reason' in signature) return { ok: false, reason: signature.reason }
    if (received === null) return { ok: false, reason: 'mismatch' }

    const bytes = webBytes(received)
    const given = fromHex(signature.hex)
    keys ??= Promise.all(list.map((secret) => importKey(secret, 'verify')))
    // WebCrypto's own verify compares in constant time; all secrets are tried before any answer is looked at.
    const matches = await Promise.all((await keys).map((key) => subtle().verify('HMAC', key, given, bytes)))
    const match = matches.indexOf(true)
    return match === -1 ? { ok: false, reason: 'mismatch' } : { ok: true, secret: match }
  }

  return {
    check: checkWithKeys,
    verify: async (body, header) => (await checkWithKeys(body, header)).ok,
  }
}

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  )
}
