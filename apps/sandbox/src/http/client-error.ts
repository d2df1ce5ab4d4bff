import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorBody, headerNames } from '@svc/models'

/** What Node's parser gives up on, with the status that says so. Anything else is 400. */
const refusals: Record<string, { status: number; message: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'The headers are too large: at most 16 KiB in all are accepted.',
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The chunk extensions of the body are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time.' },
}

/**
 * Answers what is no request, in the form of D3, and closes the connection. There is no request object yet, so no hook
 * has run: these answers carry no rate-limit headers.
 */
export function clientErrorHandler(requestId: () => string) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const refusal = refusals[error.code ?? ''] ?? {
      status: 400,
      message: 'This is not a valid HTTP/1.1 request.',
    }
    const id = requestId()
    const code = refusal.status === 413 ? 'payload_too_large' : 'bad_request'
    const body = JSON.stringify({ code, message: refusal.message, request_id: id } satisfies ErrorBody)
    const head = [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${headerNames.requestId}: ${id}`,
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}
