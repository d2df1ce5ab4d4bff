/** Tests paths against a pattern. */
export interface PathPattern {
  test(path: string): boolean
}

/**
 * What a pattern consists of: a text, `*` for (part of) a segment, `**` for anything, and `/**` as the last part or
 * before a slash, for any number of segments.
 */
type Part = { text: string } | { stands: 'segment' | 'anything' | 'segments' }

/**
 * Reads a path pattern of a fault or of a filter: `*` stands for (part of) one segment, `**` for any number of
 * segments, none included. Everything else is literal; the query string is ignored.
 *
 * Not picomatch: it has more syntax (braces, brackets, `!`), which a path may hold literally, and it compiles to a
 * regular expression that backtracks. A pattern of eight `**` would keep the process busy for minutes. This takes time
 * in proportion to pattern and path.
 *
 * @example pathPattern('/api/v1/client/payments/**').test('/api/v1/client/payments') // true
 */
export function pathPattern(pattern: string): PathPattern {
  const parts = pattern
    .split(/(\/\*\*(?=\/|$)|\*+)/)
    .filter((text) => text !== '')
    .map((text): Part => {
      if (text === '/**') return { stands: 'segments' }
      if (text === '*') return { stands: 'segment' }
      return text.startsWith('*') ? { stands: 'anything' } : { text }
    })
  return { test: (path) => ends(parts, path)[path.length] === 1 }
}

/** The positions in the path that the parts, one after the other, can reach from its start: 1 at each of them. */
function ends(parts: readonly Part[], path: string): Uint8Array {
  let reached = new Uint8Array(path.length + 1)
  reached[0] = 1
  for (const part of parts) {
    if (!reached.includes(1)) break
    reached = 'text' in part ? afterText(reached, part.text, path) : afterWildcard(reached, part.stands, path)
  }
  return reached
}

function afterText(starts: Uint8Array, text: string, path: string): Uint8Array<ArrayBuffer> {
  const reached = new Uint8Array(starts.length)
  for (let at = starts.indexOf(1); at !== -1; at = starts.indexOf(1, at + 1))
    if (path.startsWith(text, at)) reached[at + text.length] = 1
  return reached
}

/** From left to right, so each character is read once, for all start positions together. */
function afterWildcard(
  starts: Uint8Array,
  stands: 'segment' | 'anything' | 'segments',
  path: string,
): Uint8Array<ArrayBuffer> {
  const reached = new Uint8Array(starts.length)
  let under = false
  for (let at = 0; at < starts.length; at += 1) {
    const here = starts[at] === 1
    const slash = path[at] === '/'
    if (under || here) reached[at] = 1
    if (stands === 'segments') under ||= here && slash
    else under = (under || here) && !(stands === 'segment' && slash)
  }
  return reached
}

/** A request target without its query string. */
export function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end === -1 ? target : target.slice(0, end)
}
