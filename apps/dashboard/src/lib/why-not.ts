import { check, sign } from '@svc/signing/web'

/** What a check of a signature found. Keys of the words that explain it. */
export type Verdict =
  | 'ok'
  | 'missing'
  | 'malformed'
  | 'noSecret'
  | 'spaceInSecret'
  | 'partOfSecret'
  | 'lineEndInBody'
  | 'rewrittenBody'
  | 'upperCase'
  | 'mismatch'

/** Checks a body against a header and a secret, and when they do not match tries what people usually get wrong. */
export async function whyNot(body: string, header: string, secret: string): Promise<Verdict> {
  if (secret === '') return 'noSecret'
  const result = await check(body, header.trim(), secret)
  if (result.ok) return 'ok'
  const signature = header.trim()
  if (result.reason === 'missing') return 'missing'
  if (result.reason === 'malformed')
    return /^sha256=[0-9a-f]{64}$/i.test(signature) ? 'upperCase' : 'malformed'
  const matches = async (otherBody: string, otherSecret: string) =>
    otherSecret !== '' && (await sign(otherBody, otherSecret)) === signature
  if (await matches(body, secret.trim())) return 'spaceInSecret'
  if (await matches(body, `${secret}\n`)) return 'spaceInSecret'
  if (await matches(body, secret.replace(/^whsec_/, ''))) return 'partOfSecret'
  if (await matches(body.trimEnd(), secret)) return 'lineEndInBody'
  if (await matches(`${body}\n`, secret)) return 'lineEndInBody'
  for (const other of rewritten(body)) if (await matches(other, secret)) return 'rewrittenBody'
  return 'mismatch'
}

/** The same data as other programs write it. */
function rewritten(body: string): string[] {
  try {
    const value: unknown = JSON.parse(body)
    return [JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)]
  } catch {
    return []
  }
}
