import { ServiceError } from '../../service/errors.ts'
import type { ControlRoutes } from '../context.ts'
import { read } from '../read.ts'
import { faultInput } from '../schemas.ts'

/** Faults of the API and of deliveries. */
export const faultRoutes: ControlRoutes = (fastify, { faults }) => {
  fastify.get('/faults', async () => faults.list())

  fastify.post('/faults', async (request, reply) => {
    const fault = faults.add(read(faultInput, request.body))
    return reply.status(201).send(fault)
  })

  fastify.delete('/faults', async (_request, reply) => {
    faults.clear()
    return reply.status(204).send()
  })

  fastify.delete<{ Params: { id: string } }>('/faults/:id', async (request, reply) => {
    if (!faults.remove(request.params.id))
      throw new ServiceError('not_found', 'No fault with this id: it was cleared already.')
    return reply.status(204).send()
  })
}
