import type { Exchange } from './exchange.ts'

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text

/** A creation's answer shows a signing secret, and an answer may echo the key. */
const redact = (text: string): string => text.replaceAll(/whsec_[\w-]+/g, 'whsec_…')

/** An exchange in one line, as evidence. It has no headers, because they carry the API key. */
export function excerpt({ request, status, text }: Exchange): string {
  const sent = `${request.method} ${cut(request.path, 160)}${request.body === null ? '' : ` ${cut(request.body, 200)}`}`
  return `${sent} → ${status} ${cut(redact(text), 300)}`.trimEnd()
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** The request as a command. Of the run's own key it has the name of the variable that `svc-conformance` reads too. */
export function asCurl(
  { request }: Exchange,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): string {
  const { method, path, headers, body } = request
  const parts = [`curl -i -X ${method} ${quoted(baseUrl.replace(/(?<!\/)\/+$/, '') + cut(path, 2_000))}`]
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'Content-Length') continue
    parts.push(value === apiKey ? `-H "${name}: $SVC_API_KEY"` : `-H ${quoted(`${name}: ${value}`)}`)
  }
  if (body !== null) parts.push(`--data-raw ${quoted(cut(body, 2_000))}`)
  return parts.join(' \\\n  ')
}

/** Headers that say something about an error. */
const telling =
  /^(content-type|retry-after|idempotent-replayed|x-request-id|ratelimit|vary|cache-control|allow|access-control-)/

/** The answer as curl -i would show it, without what has nothing to say. */
export function asAnswer({ status, headers, text }: Exchange): string {
  const lines = Object.entries(headers)
    .filter(([name, value]) => telling.test(name) && value !== undefined)
    .map(([name, value]) => `${name}: ${value}`)
  return [`HTTP ${status}`, ...lines, '', cut(redact(text), 1_000)].join('\n').trimEnd()
}
