import { createServer } from 'node:http'
import { startServer } from '../../examples/server/server.js'

interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** The example server behind a proxy that changes its answers, or a proxy of that kind before another server. */
export async function openBentServer(
  apiKey: string,
  bend: (answer: Answer, request: { method: string; path: string }) => Answer,
  target?: string,
): Promise<{ url: string } & AsyncDisposable> {
  const own = target ? undefined : await startServer({ apiKey, perMinute: 900 })
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const { method = 'GET', url = '/', headers } = request
    const { host: _host, connection: _connection, 'content-length': _length, ...kept } = headers
    const answer = await fetch((target ?? own?.url) + url, {
      method,
      headers: kept as Record<string, string>,
      body: method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks),
      redirect: 'manual',
    })
    const bent = bend(
      { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() },
      { method, path: url },
    )
    const {
      'content-length': _size,
      connection: _end,
      'keep-alive': _alive,
      'transfer-encoding': _coding,
      ...sent
    } = bent.headers
    response.writeHead(bent.status, sent).end(bent.status === 204 ? undefined : bent.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await own?.close()
    },
  }
}
