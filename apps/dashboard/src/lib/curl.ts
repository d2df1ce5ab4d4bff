import type { LoggedRequest } from '@svc/control'

/** For a shell: nothing in single quotes means anything but itself. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A curl command. The API key stays in a variable: a command that was copied ends in histories and chats. */
export function curl(request: {
  method?: string
  url: string
  headers?: Record<string, string>
  body?: string | null
}): string {
  const { method = 'GET', url, headers = {}, body } = request
  const lines = [`curl -sS${method === 'GET' ? '' : ` -X ${method}`} ${shellQuote(url)}`]
  for (const [name, value] of Object.entries(headers)) {
    lines.push(value.startsWith('$') ? `-H "${name}: ${value}"` : `-H ${shellQuote(`${name}: ${value}`)}`)
  }
  // Raw: with plain `-d` a body that begins with @ would name a file to send.
  if (body) lines.push(`--data-raw ${shellQuote(body)}`)
  return lines.join(' \\\n  ')
}

/** Headers that curl makes itself, and the key, which the log does not hold. */
const leftOut = new Set([
  'host',
  'connection',
  'content-length',
  'user-agent',
  'accept',
  'accept-encoding',
  'x-api-key',
  'transfer-encoding',
  'expect',
  // What Node's own fetch adds to each call.
  'accept-language',
  'sec-fetch-mode',
])

/** The command that repeats a logged request. */
export function curlOf(entry: LoggedRequest, origin: string): string {
  const kept = Object.entries(entry.request_headers).filter(
    // A value from the wire must not become a variable of the shell.
    ([name, value]) => !leftOut.has(name.toLowerCase()) && !value.startsWith('$'),
  )
  return curl({
    method: entry.method,
    url: origin + entry.path,
    headers: { 'X-API-Key': '$SVC_API_KEY', ...Object.fromEntries(kept) },
    body: entry.request_body,
  })
}
