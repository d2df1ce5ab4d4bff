import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A wire to a server that can be cut and mended: to a browser, the server is away meanwhile. */
export interface Wire extends AsyncDisposable {
  url: string
  cut(): Promise<void>
  mend(): Promise<void>
}

export async function openWire(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer((client) => {
    const upstream = keep(connect(Number(port), hostname))
    keep(client).pipe(upstream).pipe(client)
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => client.destroy())
  })
  const listen = (at: number) => new Promise<void>((resolve) => void server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const { port: own } = server.address() as AddressInfo
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return {
    url: `http://127.0.0.1:${own}`,
    cut,
    mend: () => listen(own),
    [Symbol.asyncDispose]: cut,
  }
}
