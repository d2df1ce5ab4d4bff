import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { apiKey } from './api-key.ts'
import { directReads } from './direct-reads.ts'

const owner = { propertyId: 'p', apiKeyId: 'k' }
const held = { text: '{"id":"b"}', operationId: 'getBooking' as const, route: '/b' }

it('asks once whose read it is: a key that is dropped from memory meanwhile is not asked for beside it', async () => {
  const known = { known: () => owner }
  // As after a notice between the two looks, while the database is away: a promise that nobody waits for.
  const dropped = { ...known, ownerOf: () => Promise.reject(new Error('away')), allows: () => true as const }
  const fastify = Fastify()
  await fastify.register(
    directReads({
      access: known,
      answers: { get: () => held, load: (_key, read) => read() },
      guards: [apiKey({ access: dropped })],
      atOnce: () => true,
      requestId: () => 'r',
    }),
  )
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  try {
    const { port } = fastify.server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/b`, { headers: { 'x-api-key': 'any' } })
    expect([answer.status, await answer.text()]).toEqual([200, held.text])
  } finally {
    await fastify.close()
  }
})
