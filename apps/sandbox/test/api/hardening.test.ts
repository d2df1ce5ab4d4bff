import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openParts, type Parts } from '../kit/index.ts'

/** Writes raw bytes and reads all that comes back until the server closes. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => (answer += chunk))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.write(text)
  })
}

describe('what is hardly HTTP', () => {
  let parts: Parts
  beforeAll(async () => {
    parts = await openParts('memory', { requestTimeoutMs: 400, headersTimeoutMs: 200 })
  })
  afterAll(() => parts[Symbol.asyncDispose]())
  const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

  it.each([
    ['400', 'NONSENSE\r\n\r\n'],
    ['400', 'GET / HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n'],
    ['431', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('a broken request is %s in the form of every error', async (status, text) => {
    const answer = await raw(parts.url, text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const body = bodyOf(answer)
    expect(body).toEqual({ code: 'bad_request', message: expect.any(String), request_id: expect.any(String) })
    expect(answer).toContain(`X-Request-Id: ${body.request_id}`)
  })

  it.each([
    ['headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'body',
      'POST /api/v1/client/payments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    ],
  ])('a caller that is slow with its %s is cut off', async (_part, text) => {
    const answer = await raw(parts.url, text)
    // A request that was refused on its headers has its answer already; the connection ends either way.
    expect(answer).toMatch(/^HTTP\/1\.1 (408|401) /)
  })
})
