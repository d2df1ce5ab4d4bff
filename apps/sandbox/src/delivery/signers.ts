import { createSigner, type Signer } from '@svc/signing'
import { keepNewest } from '../keep-newest.ts'
import type { SecretBox } from '../storage/secret-box.ts'

/** Secrets that are kept opened at most, the most recently used: a key in memory is about a kilobyte. */
const maxSigners = 5_000

/**
 * Signs with stored secrets. Opening a sealed secret and preparing its key costs ten signatures, so both are done once
 * for a secret and kept by its sealed value: a rotated secret has another one.
 *
 * @returns the signer of a secret, as it is stored. It throws what `secrets.open` throws
 */
export function createSigners(secrets: Pick<SecretBox, 'open'>): (sealed: string) => Signer {
  const signers = new Map<string, Signer>()
  return (sealed) => {
    const known = signers.get(sealed)
    const signer = known ?? createSigner(secrets.open(sealed))
    // The last in the order of the map is the most recently used.
    if (known) signers.delete(sealed)
    signers.set(sealed, signer)
    keepNewest(signers, maxSigners)
    return signer
  }
}
