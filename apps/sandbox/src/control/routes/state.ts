import type { ResetResult } from '@svc/control'
import { listProperties } from '../../service/properties.ts'
import type { ControlRoutes } from '../context.ts'
import { read } from '../read.ts'
import { exportQuery, importInput } from '../schemas.ts'

/** Bytes of an import: an export of some hundred thousand bookings. Larger ones go through the command line. */
const importBytes = 512 * 1_048_576

/** The state as a whole: reset, snapshots, export and import. */
export const stateRoutes: ControlRoutes = (fastify, { storage, snapshots, tables, faults, reset }) => {
  const left = async (): Promise<ResetResult> => ({ properties: await listProperties(storage.db) })

  fastify.post('/reset', async () => {
    await reset()
    return left()
  })

  fastify.post('/snapshots', async (_request, reply) =>
    reply.status(201).send({ id: await snapshots.take() }),
  )

  fastify.post<{ Params: { id: string } }>('/snapshots/:id/restore', async (request) => {
    await snapshots.restore(request.params.id)
    return left()
  })

  fastify.delete<{ Params: { id: string } }>('/snapshots/:id', async (request, reply) => {
    snapshots.delete(request.params.id)
    return reply.status(204).send()
  })

  fastify.get('/export', async (request, reply) => {
    const { secrets } = read(exportQuery, request.query)
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-store')
    return reply.send(await tables.export({ secrets: secrets === 'true' }))
  })

  fastify.post('/import', { bodyLimit: importBytes }, async (request) => {
    await tables.import(read(importInput, request.body))
    faults.clear()
    return left()
  })
}
