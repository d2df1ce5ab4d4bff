import { SigningError } from '../errors.ts'
import type { Secret } from '../types.ts'

const HMAC_SHA256 = { name: 'HMAC', hash: 'SHA-256' }

/** WebCrypto's key for a secret. */
export function importKey(secret: Secret, usage: 'sign' | 'verify'): Promise<WebKey> {
  return subtle().importKey('raw', webBytes(secret), HMAC_SHA256, false, [usage])
}

export type WebKey = Awaited<ReturnType<typeof globalThis.crypto.subtle.importKey>>

/** @throws {SigningError} `webcrypto_unavailable` */
export function subtle(): typeof globalThis.crypto.subtle {
  const found = (globalThis as { crypto?: Partial<typeof globalThis.crypto> }).crypto?.subtle
  if (found) return found
  throw new SigningError(
    'webcrypto_unavailable',
    'This runtime offers no crypto.subtle. Browsers have it in secure contexts only (https or localhost); ' +
      'in Node use @svc/signing instead of @svc/signing/web.',
  )
}

/** WebCrypto refuses shared and resizable memory, which Node's hash takes: such bytes are copied first. */
export function webBytes(value: string | Uint8Array): Uint8Array<ArrayBuffer> {
  if (typeof value === 'string') return new TextEncoder().encode(value)
  const { buffer } = value
  const plain = buffer instanceof ArrayBuffer && !(buffer as { resizable?: boolean }).resizable
  return plain ? (value as Uint8Array<ArrayBuffer>) : new Uint8Array(value)
}
