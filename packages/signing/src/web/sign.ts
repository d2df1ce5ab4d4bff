import { signableBody } from '../shared/body-bytes.ts'
import { checkedSecret } from '../shared/secrets.ts'
import { formatSignature } from '../shared/signature-header.ts'
import type { RawBody, Secret } from '../types.ts'
import { importKey, subtle, webBytes, type WebKey } from './keys.ts'

/**
 * The signature header's value for a body: `sha256=` and 64 lowercase hex digits, HMAC-SHA256 over the bytes.
 * Sign the very bytes that are sent, not the object they were made from.
 *
 * Rejects with {@link SecretError} for no secret or an empty one, with {@link BodyError} for a body that is neither
 * bytes nor text.
 */
export async function sign(body: RawBody, secret: Secret): Promise<string> {
  return createSigner(secret).sign(body)
}

/** Signs with one prepared secret. */
export interface Signer {
  sign(body: RawBody): Promise<string>
}

/**
 * Prepares the key once, at the first signature: so it may stand at the top of a module on Workers, where nothing
 * asynchronous may start.
 *
 * @throws {SecretError} for no secret or an empty one
 */
export function createSigner(secret: Secret): Signer {
  const checked = copySecret(checkedSecret(secret))
  let key: Promise<WebKey> | undefined
  return {
    async sign(body) {
      const bytes = webBytes(signableBody(body))
      key ??= importKey(checked, 'sign')
      return formatSignature(toHex(await subtle().sign('HMAC', await key, bytes)))
    },
  }
}

/** A copy: bytes that the caller changes or wipes later do not change the key. */
export function copySecret(secret: Secret): Secret {
  return typeof secret === 'string' ? secret : new Uint8Array(secret)
}

function toHex(bytes: ArrayBuffer): string {
  let hex = ''
  for (const byte of new Uint8Array(bytes)) hex += byte.toString(16).padStart(2, '0')
  return hex
}
