import type { Socket } from 'node:net'
import { headerNames } from '@svc/models'
import { errorText, jsonType } from './errors.ts'
import { answerToCome, isAnswered } from './last-answer.ts'
import { notHttp, refusals } from './refusals.ts'

/**
 * Answers what is no request, in the form of D3, and closes the connection. There is no request object yet, so no hook
 * has run: these answers carry no rate-limit headers.
 */
export function clientErrorHandler(requestId: () => string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered(socket)) {
      socket.destroy()
      return
    }
    // Bytes behind a request that said `Connection: close`: nobody promised to read them, and its answer closes.
    if (error.code === 'HPE_CLOSED_CONNECTION') return
    const toCome = answerToCome(socket)
    if (toCome) {
      toCome.once('finish', () => refuse(error, socket))
      return
    }
    refuse(error, socket)
  }

  function refuse(error: Error & { code?: string }, socket: Socket): void {
    // The answer before it may have been the last.
    if (!socket.writable) return
    const { code, status, message } = refusals[error.code ?? ''] ?? notHttp
    const id = requestId()
    const body = errorText({ body: { code, message: message ?? '' } }, id)
    // Not by an import: that reads every name of the module, and one of them loads all of undici (10 MB, 15 ms).
    const { STATUS_CODES } = process.getBuiltinModule('node:http')
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${jsonType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${headerNames.requestId}: ${id}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}
