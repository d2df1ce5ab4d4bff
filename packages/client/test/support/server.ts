import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as TcpServer,
  type Socket,
} from 'node:net'

/** A request as a loopback server saw it. */
export interface Seen {
  method: string
  url: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: string
}

export interface TestServer extends AsyncDisposable {
  url: string
  port: number
  seen: Seen[]
  /** Connections accepted so far. */
  connections: () => number
}

export type Handler = (
  request: IncomingMessage,
  response: ServerResponse,
  seen: Seen,
  index: number,
) => void | Promise<void>

async function listen(server: TcpServer): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return (server.address() as AddressInfo).port
}

/** A real HTTP server on loopback whose handler is told how many requests came before. */
export async function serve(handler: Handler): Promise<TestServer> {
  const seen: Seen[] = []
  const sockets = new Set<Socket>()
  let accepted = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request
      const one = { method, url, headers, rawHeaders, body: Buffer.concat(chunks).toString() }
      seen.push(one)
      void handler(request, response, one, seen.length - 1)
    })
    request.on('error', () => {})
    response.on('error', () => {})
  })
  server.on('connection', (socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    connections: () => accepted,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A server below HTTP: gets each connection once its first bytes, usually the whole request, have come. */
export async function serveRaw(
  handler: (socket: Socket, request: string, index: number) => void,
): Promise<Omit<TestServer, 'seen'> & { requests: string[] }> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let accepted = 0
  const server = createTcpServer((socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      requests.push(chunk.toString())
      handler(socket, chunk.toString(), requests.length - 1)
    })
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    connections: () => accepted,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1', ...headers })
  response.end(JSON.stringify(body))
}

/** A port on which nothing listens. */
export async function deadPort(): Promise<number> {
  const server = createTcpServer()
  const port = await listen(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}
