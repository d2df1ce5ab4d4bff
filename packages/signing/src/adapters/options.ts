import type { HeaderOption } from '../shared/header-names.ts'
import type { OptionNames } from '../shared/known-options.ts'
import type { RefusalReason, Secrets } from '../types.ts'

/** 1 MiB. Deliveries are small; a stranger's body must not fill the memory before it is refused. */
export const DEFAULT_BODY_LIMIT = 1_048_576

/** What a secret function may answer; `null`, `undefined` and `[]` say that this request has no known secret. */
export type FoundSecrets = Secrets | null | undefined

/** A function that finds the secrets of a request. */
// Written as a method so that a function over a framework's fuller request type is accepted too.
export type SecretFunction<Args extends readonly unknown[]> = {
  find(...args: Args): FoundSecrets | Promise<FoundSecrets>
}['find']

/** A secret, several of them, or a function that finds them for each request, e.g. by path or tenant. */
export type SecretSource<Args extends readonly unknown[]> = Secrets | SecretFunction<Args>

/** The options of all adapters. */
export interface AdapterOptions<Args extends readonly unknown[]> extends HeaderOption {
  /**
   * The endpoint's secret; several while it is rotated; or a function of the request. A request for which the
   * function finds nothing is answered like a wrong signature, so that nobody can probe for tenants.
   */
  readonly secret: SecretSource<Args>
  /**
   * Told of every request with a bad signature, for logs and metrics. Called before the answer is sent, and not waited
   * for. When it fails, the process gets a warning (`SVC_SIGNING_HOOK`) and the answer stays what it is.
   */
  readonly onRefused?: ((reason: RefusalReason, ...args: Args) => void) | undefined
  /**
   * What the names of the three headers start with. (Not `prefix`: to a router that is the start of a path.)
   * @default 'X-SVC'
   */
  readonly headerPrefix?: string | undefined
  /**
   * What stands in front of the 64 hex digits in the signature's header: `'v0='`, or `''` for bare digits.
   * @default 'sha256='
   */
  readonly signaturePrefix?: string | undefined
}

/** The names of the options that adapters take: others are refused. */
export const adapterOptionNames: OptionNames<AdapterOptions<[]> & { bodyLimit?: number }> = {
  secret: true,
  onRefused: true,
  header: true,
  headerPrefix: true,
  signaturePrefix: true,
  bodyLimit: true,
}
