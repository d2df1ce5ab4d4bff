import type { LoggedRequest } from '@svc/control'
import { clearInterval, setInterval } from '../../timers.ts'
import type { ControlRoutes } from '../context.ts'
import { read } from '../read.ts'
import { requestFilter } from '../request-log.ts'
import { requestQuery } from '../schemas.ts'

/** Proxies drop silent connections, mostly after 30 or 60 seconds. */
const heartbeatMs = 15_000
/** Bytes that a slow reader may be behind before it is let go: the log must not pile up for it. */
const maxBehind = 1_048_576

/** The request log: a list with filters, and a live stream (server-sent events) with the same filters. */
export const requestRoutes: ControlRoutes = (fastify, { log }) => {
  fastify.get('/requests', async (request) => log.list(read(requestQuery, request.query)))

  fastify.delete('/requests', async (_request, reply) => {
    log.clear()
    return reply.status(204).send()
  })

  const streams = new Set<() => void>()
  // Before the server waits for its connections: these would never end by themselves.
  fastify.addHook('preClose', async () => {
    for (const end of streams) end()
  })

  fastify.get('/requests/stream', (request, reply) => {
    const matches = requestFilter(read(requestQuery, request.query))
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    })
    raw.write(': the request log, live\n\n')

    const send = (entry: LoggedRequest) => {
      if (!matches(entry)) return
      if (raw.writableLength > maxBehind) return end()
      raw.write(`id: ${entry.id}\nevent: request\ndata: ${JSON.stringify(entry)}\n\n`)
    }
    const stop = log.listen(send)
    const heartbeat = setInterval(() => raw.write(': \n\n'), heartbeatMs)
    heartbeat.unref()
    const end = () => {
      stop()
      clearInterval(heartbeat)
      streams.delete(end)
      raw.end()
    }
    streams.add(end)
    raw.on('close', end)
  })
}
