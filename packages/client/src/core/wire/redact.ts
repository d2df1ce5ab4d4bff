const mark = '[redacted]'

/** Takes a secret out of a text that leaves the client: a server, or a proxy before it, may echo what it was sent. */
export type Redact = (text: string) => string

/** Makes the function that takes the API key out of texts. */
export function createRedact(secret: string): Redact {
  return (text) => (text.includes(secret) ? text.replaceAll(secret, mark) : text)
}
