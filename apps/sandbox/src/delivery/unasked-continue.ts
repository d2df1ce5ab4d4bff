/** What the first bytes of an informational answer are; a dot stands for any byte. */
const statusLine = 'HTTP/1.. 1..'
const afterStatus = statusLine.length
const [zero, two, cr, lf] = [0x30, 0x32, 0x0d, 0x0a]

/** Goes over the bytes of an answer, as they come, up to the status of the final one. */
export interface AnswerHeads {
  /** Another answer begins with the next byte. */
  begin(): void
  /** @param chunk is changed in its place */
  pass(chunk: Uint8Array): void
}

/**
 * A server may send `100 Continue` at any time, and who has not asked for it passes over it (RFC 9110, section 15.2.1).
 * undici closes the connection instead, but passes over every other informational answer. So it reads 102 for 100: as
 * many bytes, and nothing else is touched. A body is out of reach, as this ends with the first status that is not 1xx.
 */
export function createAnswerHeads(): AnswerHeads {
  /** How much of the status line was seen. */
  let at = 0
  let continues = false
  let emptyLine = false
  let over = false

  /** Whether the status line is one of an informational answer so far. */
  function take(chunk: Uint8Array, index: number): boolean {
    const byte = chunk[index]
    const wanted = statusLine[at]
    if (wanted !== '.' && byte !== wanted?.charCodeAt(0)) return false
    if (at === afterStatus - 2) continues = byte === zero
    if (at === afterStatus - 1 && continues && byte === zero) chunk[index] = two
    at += 1
    return true
  }

  return {
    begin() {
      at = 0
      over = false
    },
    pass(chunk) {
      for (let index = 0; index < chunk.length && !over; index += 1) {
        const byte = chunk[index]
        if (at < afterStatus) {
          // Empty lines before an answer are passed over by every parser.
          if (at > 0 || (byte !== cr && byte !== lf)) over = !take(chunk, index)
          emptyLine = false
        } else if (byte === lf) {
          if (emptyLine) at = 0
          emptyLine = true
        } else if (byte !== cr) emptyLine = false
      }
    },
  }
}
