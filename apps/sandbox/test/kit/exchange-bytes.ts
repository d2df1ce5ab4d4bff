import { once } from 'node:events'
import { connect } from 'node:net'

/** An answer as it came over the wire. */
export interface AnswerBytes {
  /** Status line and headers, in their order. */
  head: string[]
  body: string
}

/** Sends one request on a connection of its own, byte by byte, and reads its answer: all of it, in latin1. */
export async function exchangeBytes(url: string, request: string): Promise<AnswerBytes> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  try {
    await once(socket, 'connect')
    socket.setEncoding('latin1').write(request, 'latin1')
    let text = ''
    for await (const piece of socket) {
      text += String(piece)
      if (isWhole(text, request.startsWith('HEAD '))) break
    }
    const end = text.indexOf('\r\n\r\n')
    return { head: text.slice(0, end).split('\r\n'), body: text.slice(end + 4) }
  } finally {
    socket.destroy()
  }
}

function isWhole(text: string, withoutBody: boolean): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return false
  const length = withoutBody ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1])
  return text.length >= end + 4 + length
}
