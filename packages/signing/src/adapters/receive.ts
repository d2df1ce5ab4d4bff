import { SigningError } from '../errors.ts'
import { signatureHeaders } from '../shared/header-names.ts'
import { firstHeader } from '../shared/read-delivery-headers.ts'
import { parseSignature, SCHEME, translateSignature } from '../shared/signature-header.ts'
import type { CheckResult, RefusalReason, Secret, Secrets, SignatureHeader } from '../types.ts'
import { refuseUnknown } from '../shared/known-options.ts'
import { type AdapterOptions, adapterOptionNames, type FoundSecrets, type SecretSource } from './options.ts'
import { type Refusal, signatureRefusal } from './refusal.ts'

/** As much of a verifier as the flow needs: the one for Node answers at once, the one on WebCrypto later. */
interface Verifier {
  check(body: Uint8Array, header: SignatureHeader): CheckResult | Promise<CheckResult>
}

/** What an adapter knows of one request. */
export interface Incoming<Args extends readonly unknown[], Body extends Uint8Array> {
  /** What the secret function and `onRefused` are called with. */
  readonly args: Args
  /** The value of one header. */
  readonly header: (name: string) => SignatureHeader
  /** Reads the raw bytes, or says why they cannot be had. Called only when the signature may be right. */
  readonly body: () => Body | Refusal | Promise<Body | Refusal>
}

/** Resolves with the signed bytes, or with the answer for a request that goes no further. */
export type Receive<Args extends readonly unknown[]> = <Body extends Uint8Array>(
  incoming: Incoming<Args, Body>,
) => Promise<Body | Refusal>

/**
 * The flow that all adapters share: signature header, secret, body, verdict. An adapter adds how its framework hands
 * out the bytes and how it answers.
 *
 * Fixed secrets and the header's name are checked at once, so a mistake fails the start of the program and not its
 * first delivery.
 *
 * @throws {SecretError} for fixed secrets that are missing or empty. `receive` rejects with it when a secret function
 *   answers with an empty one
 * @throws {HeaderError} for a `headerPrefix` that cannot start a header name, and for a `header` that is no name
 * @throws {SigningError} `invalid_option` for an option that is not `known`, and for one of another type
 */
export function createReceive<Args extends readonly unknown[]>(
  options: AdapterOptions<Args>,
  createVerifier: (secrets: Secrets) => Verifier,
  known: Readonly<Record<string, true>> = adapterOptionNames,
): Receive<Args> {
  refuseUnknown('signedDeliveries', options, known)
  checkValues(options)
  const names = signatureHeaders({ header: options.header, prefix: options.headerPrefix })
  const scheme = options.signaturePrefix ?? SCHEME
  const runHook = hookRunner()
  const verifierOf = verifierSource(options.secret, createVerifier)

  return async function receive({ args, header, body: readBody }) {
    const refuse = (reason: RefusalReason): Refusal => {
      runHook(() => options.onRefused?.(reason, ...args))
      return signatureRefusal(reason, { header: names.join(' or '), scheme })
    }

    const signature = translateSignature(firstHeader(names, header), scheme)
    // Refuse what cannot be right before a byte of the body is kept in memory.
    const parsed = parseSignature(signature)
    if ('reason' in parsed) return refuse(parsed.reason)

    const verifier = await verifierOf(...args)
    const body = await readBody()
    if (isRefusal(body)) return body

    const result = await verifier.check(body, signature)
    return result.ok ? body : refuse(result.reason)
  }
}

/** What would not fail before the first delivery does, or never: `bodyLimit: '1mb'` is no limit at all. */
function checkValues(given: { bodyLimit?: unknown; onRefused?: unknown; signaturePrefix?: unknown }): void {
  const { bodyLimit, onRefused, signaturePrefix } = given
  const refuse = (name: string, form: string, value: unknown) => {
    throw new SigningError('invalid_option', `The option ${name} must be ${form}, not ${String(value)}.`)
  }
  if (bodyLimit !== undefined && !(typeof bodyLimit === 'number' && bodyLimit >= 0)) {
    refuse('bodyLimit', 'a number of bytes', bodyLimit)
  }
  if (onRefused !== undefined && typeof onRefused !== 'function') refuse('onRefused', 'a function', onRefused)
  if (signaturePrefix !== undefined && typeof signaturePrefix !== 'string') {
    refuse('signaturePrefix', 'a text', signaturePrefix)
  }
}

/**
 * Runs `onRefused` so that nothing that fails in it changes the answer. What it throws or rejects with is a warning of the
 * process, or on the console where there are none; once, as strangers decide how often it runs.
 */
function hookRunner(): (run: () => unknown) => void {
  let warned = false
  const warn = (error: unknown) => {
    if (warned) return
    warned = true
    const text = `onRefused of @svc/signing failed; requests are refused all the same: ${String(error)}`
    const { process, console } = globalThis as Partial<typeof globalThis>
    if (process?.emitWarning) process.emitWarning(text, { code: 'SVC_SIGNING_HOOK' })
    else console?.warn(text)
  }
  return (run) => {
    try {
      Promise.resolve(run()).catch(warn)
    } catch (error) {
      warn(error)
    }
  }
}

/** Whether the flow ended with an answer instead of the bytes. */
export function isRefusal(received: Uint8Array | Refusal): received is Refusal {
  return 'status' in received
}

/** One way to get the verifier of a request from all kinds of sources. Fixed secrets are prepared once. */
function verifierSource<Args extends readonly unknown[]>(
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
