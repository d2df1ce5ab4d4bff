const mark = '[redacted]'

/** Takes a secret out of a text that leaves the client: a server, or a proxy before it, may echo what it was sent. */
export type Redact = (text: string) => string

/** Makes the function that takes the API key out of texts. */
export function createRedact(secret: string): Redact {
  return (text) => (text.includes(secret) ? text.replaceAll(secret, mark) : text)
}

/** Takes the API key out of a network error, which may quote bytes of the answer. */
export function redactError(error: unknown, redact: Redact): unknown {
  if (!(error instanceof Error)) return error
  // undici's parse error carries the bytes that it could not parse.
  if ('data' in error && error.data !== undefined) error.data = '[left out]'
  const message = redact(error.message)
  if (message !== error.message) error.message = message
  return error
}
