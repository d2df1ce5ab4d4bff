/** Replaces a secret in logs. */
export const redacted = '[redacted]'

const secretHeaders = new Set(['x-api-key', 'authorization', 'proxy-authorization', 'cookie', 'set-cookie'])

/** Fields whose value is a secret: `secret` of a webhook endpoint, `key` of an API key, and their relatives. */
const secretFields =
  /"(secret|previous_secret|key|api_key|apiKey|admin_token|adminToken)"(\s*:\s*)"(?:[^"\\]|\\.)*"?/g
/** Secrets by their form, anywhere in a text. */
const secretForms = /whsec_[\w-]+|svc_[\w-]{32,}/g

/** A header record without the values that are secret; lists become one comma-separated text. */
export function redactHeaders(
  headers: Record<string, string | readonly string[] | undefined>,
): Record<string, string> {
  const out: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const text = typeof value === 'string' ? value : value.join(', ')
    // A key in a header of another name is still a key.
    out[name] = secretHeaders.has(name.toLowerCase()) ? redacted : redactForms(text)
  }
  return out
}

/** A path or a value without what has the form of a secret: the wrong place for a key is where beginners put it. */
export function redactForms(text: string): string {
  return text.includes('svc_') || text.includes('whsec_') ? text.replaceAll(secretForms, redacted) : text
}

/** The text of a body without its secrets. Works on text, so a body that is not JSON is covered too. */
export function redactBody(text: string): string {
  if (
    !text.includes('ecret') &&
    !text.includes('whsec_') &&
    !text.includes('svc_') &&
    !/[kK]ey|oken/.test(text)
  )
    return text
  return text.replaceAll(secretFields, `"$1"$2"${redacted}"`).replaceAll(secretForms, redacted)
}
