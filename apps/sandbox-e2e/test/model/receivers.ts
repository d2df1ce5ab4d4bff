import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Receiver } from './reference/world.ts'

/** A POST as it arrived. */
export interface Arrived {
  path: string
  id: string
  event: string
  signature: string
  body: Buffer
}

/** Receivers behind one port, each with a path of its own, which do as they are told. */
export interface Receivers {
  url: string
  set(path: string, receiver: Receiver): void
  /** What arrived since the last time, by delivery, in order. */
  take(): Map<string, Arrived[]>
  close(): Promise<void>
}

const answers: Record<Exclude<Receiver, object>, (response: ServerResponse) => void> = {
  ok: (response) => response.writeHead(200).end('thanks'),
  empty: (response) => response.writeHead(204).end(),
  error: (response) => response.writeHead(500).end('no'),
  redirect: (response) => response.writeHead(302, { location: '/' }).end(),
  cut(response) {
    response.writeHead(200, { 'content-length': 6 })
    response.write('th', () => response.socket?.destroy())
  },
  reset: (response) => response.socket?.destroy(),
}

export async function openReceivers(): Promise<Receivers> {
  const behaviour = new Map<string, Receiver>()
  /** POSTs of a delivery to a path that were answered: those that were reset may have been sent twice (D27). */
  const answered = new Map<string, number>()
  let arrived = new Map<string, Arrived[]>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const header = (name: string) => String(request.headers[name])
      const id = header('x-svc-delivery')
      const posts = arrived.get(id) ?? []
      arrived.set(id, posts)
      posts.push({
        path,
        id,
        event: header('x-svc-event'),
        signature: header('x-svc-signature'),
        body: Buffer.concat(chunks),
      })
      const told = behaviour.get(path) ?? 'ok'
      const before = answered.get(`${id} ${path}`) ?? 0
      const does = typeof told === 'object' ? (before < told.failing ? 'error' : 'ok') : told
      if (does !== 'reset') answered.set(`${id} ${path}`, before + 1)
      answers[does](response)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (path, receiver) => void behaviour.set(path, receiver),
    take() {
      const taken = arrived
      arrived = new Map()
      behaviour.clear()
      answered.clear()
      return taken
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
