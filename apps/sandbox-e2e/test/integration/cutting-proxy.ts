import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Where a connection is killed. `request`: nothing of the request reaches the server. `half-request`: half of it does.
 * `client`: the server gets the whole request and the client is gone at once. `answer`: the answer is on its way and no
 * byte of it arrives. `half-answer`: half of it arrives.
 */
export const cuts = ['request', 'half-request', 'client', 'answer', 'half-answer'] as const
export type Cut = (typeof cuts)[number]

/** A wire between a client and a server that can be cut. */
export interface CuttingProxy extends AsyncDisposable {
  url: string
  /** What happens to the next requests, one after the other; `null` and everything beyond the script go through. */
  script: (Cut | null)[]
}

/** Passes bytes on, both ways, until the script says otherwise. Requests are not pipelined. */
export async function openCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    // A connection that breaks is what this is for.
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    return socket
  }
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))

  const server = createServer((client) => {
    keep(client)
    const upstream = keep(connect(Number(port), hostname))
    const kill = () => {
      client.destroy()
      upstream.destroy()
    }
    let cut: Cut | null = null
    let asking = false
    client.on('data', (bytes) => {
      if (!asking) cut = proxy.script.shift() ?? null
      asking = true
      if (cut === 'request') return kill()
      if (cut === 'half-request') return void upstream.write(half(bytes), kill)
      upstream.write(bytes)
      if (cut === 'client') client.destroy()
    })
    upstream.on('data', (bytes) => {
      asking = false
      if (cut === 'answer') return kill()
      if (cut === 'half-answer') return void client.write(half(bytes), kill)
      if (!client.destroyed) client.write(bytes)
    })
    client.on('end', () => upstream.end())
    upstream.on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))

  const proxy: CuttingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    script: [],
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
  return proxy
}
