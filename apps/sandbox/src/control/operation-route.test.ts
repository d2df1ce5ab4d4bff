import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { openParts } from '../../test/kit/parts.ts'
import { StorageConflict } from '../storage/errors.ts'
import type { Storage } from '../storage/storage.ts'
import { registerControlOperation } from './operation-route.ts'

it('an event whose endpoint another node deletes at this moment is fired at those that are left', async () => {
  await using parts = await openParts('memory')
  const { id } = await parts.tenant()
  let writes = 0
  const storage: Storage = {
    ...parts.storage,
    async write(work) {
      writes += 1
      if (writes === 1) throw new StorageConflict('reference', 'the endpoint is gone')
      return parts.storage.write(work)
    },
  }
  const fastify = Fastify()
  // What this operation asks for.
  const control = { storage, context: parts.context, changes: { tell: () => {} } }
  registerControlOperation(fastify, 'createBooking', control as never)
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  try {
    const { port } = fastify.server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}/properties/${id}/bookings`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect([answer.status, writes]).toEqual([201, 2])
  } finally {
    await fastify.close()
  }
})
