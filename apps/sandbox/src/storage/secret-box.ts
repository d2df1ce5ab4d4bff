import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { StorageUnusable } from './errors.ts'

/** Seals secrets before they are stored, and opens them again. */
export interface SecretBox {
  seal(plain: string): string
  /** @throws {StorageUnusable} when no key opens it, or it was tampered with */
  open(sealed: string): string
}

/** Shorter ones can be guessed; keys are derived by HKDF, which adds no strength to a weak one. */
const SHORTEST_KEY = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** The prefix of a sealed text. A text without it was stored without a key. */
const SEALED = 'sealed:1:'
/** The prefix of a text that is not sealed but looks like a sealed one. */
const PLAIN = 'plain:'

/**
 * AES-256-GCM with keys derived from `SVC_SECRET_KEY`.
 * @param keys the first one seals, all of them open: put a new one in front to rotate. None: secrets stay readable.
 */
export function createSecretBox(keys: string | readonly string[] = []): SecretBox {
  const derived = (typeof keys === 'string' ? [keys] : keys).map(deriveKey)
  const [sealing] = derived
  return {
    seal(plain) {
      if (sealing) return sealWith(sealing, plain)
      return plain.startsWith(SEALED) || plain.startsWith(PLAIN) ? PLAIN + plain : plain
    },
    open(sealed) {
      if (sealed.startsWith(PLAIN)) return sealed.slice(PLAIN.length)
      if (!sealed.startsWith(SEALED)) return sealed
      const bytes = Buffer.from(sealed.slice(SEALED.length), 'base64url')
      for (const key of derived) {
        const plain = openWith(key, bytes)
        if (plain !== undefined) return plain
      }
      throw new StorageUnusable(
        derived.length === 0
          ? 'A stored secret is sealed, and there is no key to open it: set SVC_SECRET_KEY to the key it was sealed with'
          : 'A stored secret cannot be opened: SVC_SECRET_KEY lacks the key it was sealed with, or the row was changed',
      )
    },
  }
}

function deriveKey(key: string): Buffer {
  if (key.length < SHORTEST_KEY) {
    throw new StorageUnusable(
      `SVC_SECRET_KEY has ${key.length} characters and needs at least ${SHORTEST_KEY}: make one with "openssl rand -base64 32"`,
    )
  }
  return Buffer.from(hkdfSync('sha256', key, '', 'svc-sandbox secret box 1', 32))
}

function sealWith(key: Buffer, plain: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return SEALED + Buffer.concat([iv, text, cipher.getAuthTag()]).toString('base64url')
}

/** Undefined when the key is another one or the text was changed. GCM cannot tell these apart. */
function openWith(key: Buffer, bytes: Buffer): string | undefined {
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}
