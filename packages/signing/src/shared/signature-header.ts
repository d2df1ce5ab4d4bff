import type { RefusalReason } from '../types.ts'

const SCHEME = 'sha256='

// The length is fixed and the alphabet is ASCII, so that equal lengths here are equal lengths in bytes: comparing
// the lengths of strings instead lets 64 × `é` through to a comparison that throws.
const SIGNATURE = /^sha256=[0-9a-f]{64}$/

/** The header value for a digest of 64 lowercase hex digits (spec 6, "Signature"). */
export function formatSignature(hex: string): string {
  return SCHEME + hex
}

/**
 * Takes a header value apart without ever throwing. An array of exactly one value (how some gateways hand headers
 * out) counts as that value; several values are malformed: Node and Fetch join repeated headers with `, `, which
 * cannot match either, so all runtimes agree, and nobody can try many signatures in one request.
 */
export function parseSignature(header: unknown): { hex: string } | { reason: RefusalReason } {
  const value: unknown = Array.isArray(header) && header.length <= 1 ? header[0] : header
  if (value === undefined || value === null || value === '') return { reason: 'missing' }
  if (typeof value !== 'string' || !SIGNATURE.test(value)) return { reason: 'malformed' }
  return { hex: value.slice(SCHEME.length) }
}
