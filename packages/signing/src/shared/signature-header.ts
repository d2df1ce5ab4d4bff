import type { RefusalReason, SignatureHeader } from '../types.ts'

/** What stands in front of the digits. */
export const SCHEME = 'sha256='

/** Characters of a well-formed signature: the scheme and 64 digits. */
export const SIZE = 71

// The length is fixed and the alphabet is ASCII, so that equal lengths here are equal lengths in bytes: comparing
// the lengths of strings instead lets 64 × `é` through to a comparison that throws.
const SIGNATURE = /^sha256=[0-9a-f]{64}$/

/** The header value for a digest of 64 lowercase hex digits (spec 6, "Signature"). */
export function formatSignature(hex: string): string {
  return SCHEME + hex
}

/** A header value of a service that writes something else in front of the digits, in the form of ours. */
export function translateSignature(header: SignatureHeader, scheme: string): SignatureHeader {
  const value = headerValue(header)
  if (scheme === SCHEME || typeof value !== 'string' || value === '') return header
  // What does not begin as it should stays what it is without our own beginning: malformed.
  return value.startsWith(scheme) ? SCHEME + value.slice(scheme.length) : 'malformed'
}

/** A header's one value: an array of exactly one, or of none, stands for what is in it. */
export function headerValue(header: unknown): unknown {
  return Array.isArray(header) && header.length <= 1 ? header[0] : header
}

/**
 * Takes a header value apart without ever throwing. An array of exactly one value (how some gateways hand headers
 * out) counts as that value; several values are malformed: Node and Fetch join repeated headers with `, `, which
 * cannot match either, so all runtimes agree, and nobody can try many signatures in one request.
 */
export function parseSignature(header: unknown): { hex: string } | { reason: RefusalReason } {
  const value = headerValue(header)
  const reason = refusal(value)
  return reason === 'mismatch' ? { hex: (value as string).slice(SCHEME.length) } : { reason }
}

/** Why a header's one value is refused that matches no secret: a well-formed one is a mismatch. */
export function refusal(value: unknown): RefusalReason {
  if (value === undefined || value === null || value === '') return 'missing'
  return typeof value === 'string' && SIGNATURE.test(value) ? 'mismatch' : 'malformed'
}
