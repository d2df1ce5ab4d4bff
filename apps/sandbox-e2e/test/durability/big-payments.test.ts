import { once } from 'node:events'
import { type IncomingMessage, get } from 'node:http'
import { describe, expect, it } from 'vitest'
import { openLookedAt } from '../kit/looked-at.ts'
import { addPayments } from './fill.ts'
import { type Ready, serve } from '../kit/sandbox-process.ts'
import { wait } from '../kit/wait.ts'

const count = 200_000
/** A sandbox with many payments and little memory: the list is 65 MB of text, and several times as much in objects. */
async function openBig(kind: 'sqlite' | 'postgres', heapMb: number): Promise<Ready> {
  const database = await openLookedAt(kind)
  const maker = serve(database)
  const { propertyId } = await maker.ready
  await maker.stop()
  await addPayments(database, propertyId, count)
  return serve({ ...database, heapMb }).ready
}

/** Asks for the list; resolves when the first bytes of its body are here. Reads on only when its answer is read. */
async function list({ url, apiKey }: Ready): Promise<IncomingMessage> {
  const request = get(`${url}/api/v1/client/payments`, { headers: { 'x-api-key': apiKey }, agent: false })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  await once(answer, 'readable')
  return answer
}

async function metric({ url }: Ready, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

describe.each(['sqlite', 'postgres'] as const)(`${count} payments on %s`, (kind) => {
  it(
    'stream with bounded memory, beside other requests, as they are read',
    { timeout: 120_000 },
    async () => {
      // The heap is smaller than the text of the list. What V8 keeps outside of it is looked at while the list is read; resident
      // memory would tell as much about when V8 collects.
      const sandbox = await openBig(kind, 60)
      const { call } = sandbox
      const outside = () => metric(sandbox, 'nodejs_external_memory_bytes')
      const before = await outside()

      const answer = await list(sandbox)
      // Nobody reads on, so the end has not been read from the database: what changes there is still seen.
      const [oldest, next] = [1, 2].map((n) => `00000000-0000-4000-8000-${100_000_000_000 + n}`)
      expect((await call('DELETE', `/payments/${oldest}`)).status).toBe(204)

      const others: number[] = []
      const over = { yet: false }
      const asking = (async () => {
        while (!over.yet) {
          const { status } = await call('GET', '/webhooks')
          if (!over.yet) others.push(status)
          await wait(5)
        }
      })()
      let highest = 0
      let read = 0
      const chunks: Buffer[] = []
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        chunks.push(chunk)
        const sampled = Math.floor(read / 8e6)
        read += chunk.length
        if (Math.floor(read / 8e6) > sampled) {
          highest = Math.max(highest, await outside())
        }
      }
      over.yet = true
      await asking

      const payments = JSON.parse(Buffer.concat(chunks).toString()) as { id: string }[]
      expect(new Set(payments.map(({ id }) => id)).size).toBe(count - 1)
      expect(payments).toHaveLength(count - 1)
      expect(payments.at(-1)?.id).toBe(next)
      expect(others.length).toBeGreaterThan(20)
      expect(new Set(others)).toEqual(new Set([200]))
      expect(read).toBeGreaterThan(60e6)
      expect(highest - before).toBeLessThan(20e6)
    },
  )

  it('are let go of by callers who leave half-way', { timeout: 120_000 }, async () => {
    const sandbox = await openBig(kind, 256)
    // Several times as many as there are connections to the database.
    const answers = await Promise.all(Array.from({ length: 40 }, () => list(sandbox)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(await metric(sandbox, 'svc_http_requests_in_flight')).toBe(40)
    expect((await sandbox.call('GET', '/bookings')).status).toBe(200)
    for (const answer of answers) answer.destroy()
    await expect.poll(() => metric(sandbox, 'svc_http_requests_in_flight'), { timeout: 10_000 }).toBe(0)
    expect((await sandbox.call('GET', '/bookings')).status).toBe(200)
    const whole = await list(sandbox)
    let read = 0
    for await (const chunk of whole as AsyncIterable<Buffer>) read += chunk.length
    expect(read).toBeGreaterThan(60e6)
  })
})
