/** Load without `wrk`: requests as bytes on plain sockets, and of the answers no more is read than where they end. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Ask } from './load.ts'
import { createAnswerReader } from './answer-reader.ts'

const { ask, connections, seconds } = JSON.parse(process.env['BENCH_LOAD'] ?? '{}') as {
  ask: Ask
  connections: number
  seconds: number
}
const { hostname, port, host, pathname, search } = new URL(ask.url)
const { body } = ask

const head = [
  `${body === undefined ? 'GET' : 'POST'} ${pathname}${search} HTTP/1.1`,
  `Host: ${host}`,
  ...Object.entries(ask.headers).map(([name, value]) => `${name}: ${value}`),
].join('\r\n')

const request = () =>
  body === undefined
    ? `${head}\r\n\r\n`
    : `${head}\r\nContent-Type: application/json\r\nIdempotency-Key: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

let answered = 0
let failed = 0
const from = performance.now()
const until = from + seconds * 1000

async function keepAsking(): Promise<void> {
  const socket = connect(Number(port), hostname).setNoDelay(true)
  await once(socket, 'connect')
  const read = createAnswerReader((status) => {
    answered += 1
    if (status >= 400) failed += 1
    if (performance.now() < until) socket.write(request())
    else socket.end()
  })
  socket.on('data', read)
  socket.write(request())
  await once(socket, 'close')
}

await Promise.all(Array.from({ length: connections }, keepAsking))
const took = (performance.now() - from) / 1000
console.log(JSON.stringify({ answered, failed, seconds: took }))
