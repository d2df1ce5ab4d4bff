/** One answer as it stands on the wire. */
export interface WireAnswer {
  status: number
  headers: Map<string, string>
  body: string
}

/**
 * Takes the answers on a connection apart, strictly: status line, headers, and a body as long as they say. The answer to
 * HEAD, of which only the first request can be, has none. Throws for anything that is not exactly that. Bytes are read as latin1.
 */
export function readAnswers(text: string, { head = false } = {}): WireAnswer[] {
  const answers: WireAnswer[] = []
  let rest = text
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) throw new Error(`half an answer: ${JSON.stringify(rest.slice(0, 200))}`)
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) [ -~]*$/.exec(line)?.[1])
    if (!status) throw new Error(`no status line: ${JSON.stringify(line)}`)
    const headers = new Map<string, string>()
    for (const one of lines) {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+): ([ -~]*)$/.exec(one) ?? []
      if (name === undefined || value === undefined) throw new Error(`no header: ${JSON.stringify(one)}`)
      headers.set(name.toLowerCase(), value)
    }
    rest = rest.slice(end + 4)
    if (status === 100) continue
    // What could not be read as a request had no method yet: its refusal, the last words of the connection, has a body.
    const refusal =
      headers.get('connection') === 'close' && rest.length === Number(headers.get('content-length'))
    const bare = (head && answers.length === 0 && !refusal) || status === 204 || status === 304
    const { body, length } = bare ? { body: '', length: 0 } : bodyOf(headers, rest)
    rest = rest.slice(length)
    answers.push({ status, headers, body })
  }
  return answers
}

function bodyOf(headers: Map<string, string>, rest: string): { body: string; length: number } {
  if (headers.get('transfer-encoding') === 'chunked') return chunksOf(rest)
  const length = Number(headers.get('content-length') ?? Number.NaN)
  if (!(rest.length >= length)) throw new Error(`a body of ${rest.length} bytes in place of ${length}`)
  return { body: rest.slice(0, length), length }
}

function chunksOf(rest: string): { body: string; length: number } {
  let body = ''
  for (let at = 0; ;) {
    const end = rest.indexOf('\r\n', at)
    const size = Number.parseInt(rest.slice(at, end), 16)
    if (end < 0 || Number.isNaN(size)) throw new Error('half a chunk')
    const from = end + 2
    body += rest.slice(from, from + size)
    at = from + size + 2
    if (rest.slice(at - 2, at) !== '\r\n') throw new Error('a chunk without its end')
    if (size === 0) return { body, length: at }
  }
}
