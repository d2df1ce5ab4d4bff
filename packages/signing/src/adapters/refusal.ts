import type { RefusalReason } from '../types.ts'

/** What a refused request is answered with. */
export interface Refusal {
  readonly status: 400 | 401 | 413
  readonly body: { readonly code: string; readonly message: string }
}

/** The reasons of `check` as 401 answers. They diagnose, and hold neither the secret nor the right signature. */
export function signatureRefusal(reason: RefusalReason, expected: Expected): Refusal {
  return { status: 401, body: { code: `signature_${reason}`, message: MESSAGES[reason](expected) } }
}

/** Where the signature is looked for, and what stands in front of its digits. */
interface Expected {
  readonly header: string
  readonly scheme: string
}

const MESSAGES: Record<RefusalReason, (expected: Expected) => string> = {
  missing: ({ header }) =>
    `The header ${header} is missing or empty. Every delivery carries it: ` +
    'does the request come from the service, and does no proxy on the way drop the header?',
  malformed: ({ header, scheme }) =>
    `The header ${header} must be ${scheme === '' ? '' : `"${scheme}" followed by `}64 lowercase hex digits, and come once.`,
  mismatch: ({ header }) =>
    `The header ${header} does not sign the body that arrived. Usual causes: the secret of another endpoint, or ` +
    'a proxy or middleware that changed the bytes of the body.',
}

export function tooLargeRefusal(limit: number): Refusal {
  return {
    status: 413,
    body: { code: 'payload_too_large', message: `The body has more than ${limit} bytes.` },
  }
}

/** The sender hung up; usually nobody is left to read this. */
export const INCOMPLETE_BODY: Refusal = {
  status: 400,
  body: { code: 'body_incomplete', message: 'The connection ended before the whole body had arrived.' },
}

/** Signed, and still not the JSON that its content type promises. */
export const MALFORMED_JSON: Refusal = {
  status: 400,
  body: { code: 'bad_request', message: 'The body is signed correctly, but it is not valid JSON.' },
}
