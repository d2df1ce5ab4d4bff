import { createWebhookEndpointSchema, updateWebhookEndpointSchema } from '@svc/models'
import { getProperty } from '../../service/properties.ts'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  rotateEndpointSecret,
  updateEndpoint,
} from '../../service/webhook-endpoints.ts'
import type { ControlRoutes } from '../context.ts'
import { read } from '../read.ts'
import { rotateInput } from '../schemas.ts'

/** Webhook endpoints as people manage them in the dashboard (spec 1), and the rotation of their secrets. */
export const webhookRoutes: ControlRoutes = (fastify, { storage, context }) => {
  type Pid = { Params: { pid: string } }
  type One = { Params: { pid: string; id: string } }

  fastify.get<Pid>('/properties/:pid/webhooks', async (request) => {
    const { id } = await getProperty(storage.db, request.params.pid)
    return listEndpoints(storage.db, id)
  })

  fastify.post<Pid>('/properties/:pid/webhooks', async (request, reply) => {
    const input = read(createWebhookEndpointSchema, request.body)
    reply.status(201)
    return storage.write(async (tx) => {
      const { id } = await getProperty(tx, request.params.pid)
      return createEndpoint(context, tx, id, input)
    })
  })

  fastify.patch<One>('/properties/:pid/webhooks/:id', async (request) => {
    const changes = read(updateWebhookEndpointSchema, request.body)
    return storage.write(async (tx) => {
      const { id } = await getProperty(tx, request.params.pid)
      return updateEndpoint(context, tx, id, request.params.id, changes)
    })
  })

  fastify.delete<One>('/properties/:pid/webhooks/:id', async (request, reply) => {
    await storage.write(async (tx) => {
      const { id } = await getProperty(tx, request.params.pid)
      await deleteEndpoint(tx, id, request.params.id)
    })
    return reply.status(204).send()
  })

  // Receivers accept both secrets while they move: deliveries are signed with the new one at once (D14).
  fastify.post<One>('/properties/:pid/webhooks/:id/rotate-secret', async (request) => {
    const { overlap_seconds } = read(rotateInput, request.body)
    const until = context.runtime.clock.now() + Math.round(overlap_seconds * 1000)
    const { secret } = await storage.write(async (tx) => {
      const { id } = await getProperty(tx, request.params.pid)
      return rotateEndpointSecret(context, tx, id, request.params.id, { previous_until: until })
    })
    return { id: request.params.id, secret, previous_secret_until: new Date(until).toISOString() }
  })
}
