/**
 * Finds where answers end in the bytes of a connection: by `Content-Length`, or by the last chunk.
 *
 * @param onAnswer called with the status of each answer that is whole
 */
export function createAnswerReader(onAnswer: (status: number) => void): (bytes: Buffer) => void {
  let rest = ''
  return (bytes) => {
    rest += bytes.toString('latin1')
    for (;;) {
      const end = endOfAnswer(rest)
      if (end === undefined) return
      const status = Number(rest.slice(9, 12))
      rest = rest.slice(end)
      onAnswer(status)
    }
  }
}

function endOfAnswer(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head === -1) return undefined
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1]
  if (length !== undefined) {
    const end = head + 4 + Number(length)
    return text.length >= end ? end : undefined
  }
  const last = text.indexOf('\r\n0\r\n\r\n', head)
  return last === -1 ? undefined : last + 7
}
