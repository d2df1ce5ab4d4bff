/** As much of `fetch` as the control client needs, on a connection of its own that waits for no global timer. */
export function fetchOnFreshConnection(
  target: string,
  { method, headers, body, signal }: RequestInit & { body: string | null; headers: Record<string, string> },
): Promise<Response> {
  const { request } = process.getBuiltinModule(target.startsWith('https:') ? 'node:https' : 'node:http')
  const { Readable } = process.getBuiltinModule('node:stream')
  return new Promise((resolve, reject) => {
    const sent = request(target, { method, headers, agent: false, signal: signal ?? undefined }, (answer) => {
      const { statusCode: status = 0 } = answer
      const empty = status === 204 || status === 304
      const content = empty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
      const type = answer.headers['content-type']
      resolve(new Response(content, { status, headers: type === undefined ? {} : { 'content-type': type } }))
    })
    sent.once('error', reject)
    sent.end(body ?? undefined)
  })
}
