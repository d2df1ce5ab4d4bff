import * as fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { openRawCallers } from '../../../sandbox/test/kit/index.ts'
import { forProofHours, proofHours, proofTimeout } from '../kit/proof-hours.ts'
import { type Attack, attacks, smuggled } from './http-grammar.ts'
import { readAnswers, type WireAnswer } from './read-answers.ts'

/** Connections at once: what one does must not disturb the others. */
const atOnce = 10

it(
  'whatever stands on a connection: answers in the form of D3 or its end, and no request that nobody made',
  { timeout: proofTimeout(300_000) },
  async () => {
    const callers = await openRawCallers({ headersTimeoutMs: 2_000, requestTimeoutMs: 3_000 })
    onTestFinished(() => callers[Symbol.asyncDispose]())
    const { tenant } = callers
    const payment = (description: string) =>
      JSON.stringify({ amount: '1', paymentMethod: 'Cash', type: 'income', description })
    const request = (line: string, headers: string[], body = '') =>
      [line, 'Host: x', `X-API-Key: ${tenant.key}`, ...headers, '', body].join('\r\n')
    const canaryBody = payment(smuggled)
    const canary = request(
      'POST /api/v1/client/payments HTTP/1.1',
      [
        'Idempotency-Key: 00000000-0000-4000-8000-000000000000',
        'Content-Type: application/json',
        `Content-Length: ${canaryBody.length}`,
      ],
      canaryBody,
    )
    const good = request('GET /api/v1/client/bookings?limit=7 HTTP/1.1', [])

    async function attack({ bytes, followed }: Attack): Promise<void> {
      const socket = await callers.open()
      socket.end(Buffer.from(bytes, 'latin1'))
      if (!socket.closed) await new Promise((resolve) => void socket.on('close', resolve))
      const answers = readAnswers(socket.received(), { head: bytes.startsWith('HEAD ') })
      for (const answer of answers) checkForm(answer)
      const closing = answers.findIndex(({ headers }) => headers.get('connection') === 'close')
      // After an answer that says that it is the last there is none.
      if (closing >= 0) expect(answers).toHaveLength(closing + 1)
      // What is left of a message behind its end may be refused as one more, and nothing else.
      const more = answers
        .slice(followed ? 2 : 1)
        .map(({ status, headers }) => [status, headers.get('connection')])
      expect([[], [[400, 'close']]]).toContainEqual(more)
    }

    let made = 0
    await forProofHours(async (round) => {
      const many = fc.array(attacks({ apiKey: tenant.key, canary, good }), {
        minLength: 1,
        maxLength: atOnce,
        size: 'max',
      })
      const property = fc.asyncProperty(many, async (batch) => {
        await Promise.all(batch.map(attack))
        made += batch.length
        const { json } = await tenant.call('GET', '/payments')
        const found = (json as { id: string; description: string }[]).filter(
          ({ description }) => description === smuggled,
        )
        // For the next try, which is to show which bytes it was.
        for (const { id } of found) await tenant.call('DELETE', `/payments/${id}`)
        expect(found).toEqual([])
      })
      const seed = proofHours > 0 ? Date.now() % 2 ** 31 : 20_261_121 + round
      await fc.assert(property, { numRuns: 300, seed })
    })
    expect(made).toBeGreaterThan(1_000)
    await callers.expectService()
  },
)

/** Every answer is one of ours: what is wrong is said as D3 has it. */
function checkForm({ status, headers, body }: WireAnswer): void {
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  if (status < 400) return
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  if (body === '') return
  expect(JSON.parse(body)).toMatchObject({
    code: expect.stringMatching(/^[a-z_]+$/) as string,
    message: expect.any(String) as string,
    request_id: headers.get('x-request-id'),
  })
}

/** What the fuzzer has found so far. */
it.each([
  [
    'data behind Connection: close',
    'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nGET',
    [200],
  ],
  ['data behind an unmet expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\n0\r\n\r\n', [417]],
  ['a method that Fastify does not know', 'PRI /payments\r\n\r\n', [404]],
  [
    'a body that cannot be read behind such a method',
    'PRI /payments\r\nTransfer-Encoding: chunked;a=b\r\n\r\n1\r\n{\r\n0\r\n\r\n',
    [404],
  ],
])('%s: one answer, in the form of D3', async (_, bytes, expected) => {
  const callers = await openRawCallers()
  onTestFinished(() => callers[Symbol.asyncDispose]())
  const socket = await callers.open()
  socket.end(bytes)
  await expect.poll(() => socket.closed).toBe(true)
  const answers = readAnswers(socket.received())
  for (const answer of answers) checkForm(answer)
  expect(answers.map(({ status }) => status)).toEqual(expected)
})

it('what is wrong behind a request that is at work is said after its answer', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const callers = await openRawCallers({
    after: [async (fastify) => void fastify.addHook('preHandler', () => over)],
  })
  onTestFinished(() => callers[Symbol.asyncDispose]())
  const socket = await callers.open()
  socket.write(`${callers.head('GET', '/api/v1/client/bookings')}no request\r\n\r\n`)
  // The bytes behind it have been read when another connection has had its answer.
  await callers.parts.send('GET', '/healthz')
  expect(socket.received()).toBe('')
  end()
  await expect.poll(() => socket.closed).toBe(true)
  expect(readAnswers(socket.received()).map(({ status }) => status)).toEqual([200, 400])
})
