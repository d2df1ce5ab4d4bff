import { DEFAULT_PREFIX, headerNames } from '../shared/header-names.ts'
import type { RefusalReason, Secret, Secrets } from '../types.ts'

/** 1 MiB. Deliveries are small; a stranger's body must not fill the memory before it is refused. */
export const DEFAULT_BODY_LIMIT = 1_048_576

/** What a secret function may answer; `null`, `undefined` and `[]` say that this request has no known secret. */
export type FoundSecrets = Secrets | null | undefined

// Written as a method so that a function over a framework's fuller request type is accepted too.
type SecretFunction<Args extends readonly unknown[]> = {
  find(...args: Args): FoundSecrets | Promise<FoundSecrets>
}['find']

/** A secret, several of them, or a function that finds them for each request, e.g. by path or tenant. */
export type SecretSource<Args extends readonly unknown[]> = Secrets | SecretFunction<Args>

/** The options of all adapters. */
export interface AdapterOptions<Args extends readonly unknown[]> {
  /**
   * The endpoint's secret; several while it is rotated; or a function of the request. A request for which the
   * function finds nothing is answered like a wrong signature, so that nobody can probe for tenants.
   */
  readonly secret: SecretSource<Args>
  /**
   * Told of every request with a bad signature, for logs and metrics. Runs before the answer is sent.
   */
  readonly onRefused?: ((reason: RefusalReason, ...args: Args) => void) | undefined
  /**
   * What the names of the three headers start with. (Not `prefix`: to a router that is the start of a path.)
   * @default 'X-SVC'
   */
  readonly headerPrefix?: string | undefined
}

/** The signature header's name, checked at set-up rather than at the first delivery. */
export function signatureHeaderName({
  headerPrefix = DEFAULT_PREFIX,
}: {
  headerPrefix?: string | undefined
}): string {
  return headerNames(headerPrefix).signature
}

/**
 * One way to get the verifier of a request from all kinds of sources. Fixed secrets are checked and prepared at once,
 * so a missing one fails the start of the program and not its first delivery.
 *
 * @throws {SecretError} for fixed secrets that are missing or empty; the returned function throws or rejects with
 *   it when a secret function answers with an empty one
 */
export function verifierSource<Args extends readonly unknown[], Verifier>(
  source: SecretSource<Args>,
  createVerifier: (secrets: Secrets) => Verifier,
): (...args: Args) => Verifier | Promise<Verifier> {
  if (typeof source !== 'function') {
    const verifier = createVerifier(source)
    return () => verifier
  }
  return async (...args) => createVerifier(orUnknown(await source(...args)))
}

// Unknown tenants take the same path as known ones, against a key that nobody has: same answer, same work.
function orUnknown(found: FoundSecrets): Secrets {
  const none = found === null || found === undefined || (Array.isArray(found) && found.length === 0)
  return none ? (crypto.getRandomValues(new Uint8Array(32)) satisfies Secret) : found
}
