import { createApiKey, deleteApiKey, listApiKeys } from '../../service/api-keys.ts'
import { getAllowedOrigins, setAllowedOrigins } from '../../service/origins.ts'
import { createProperty, listProperties } from '../../service/properties.ts'
import type { ControlRoutes } from '../context.ts'
import { read } from '../read.ts'
import { allowedOriginsInput, apiKeyInput, propertyInput } from '../schemas.ts'

/** Properties, their API keys and origins: what people do in the dashboard. */
export const propertyRoutes: ControlRoutes = (fastify, { storage, context }) => {
  fastify.get('/properties', () => listProperties(storage.db))

  fastify.post('/properties', async (request, reply) => {
    const input = read(propertyInput, request.body)
    reply.status(201)
    return storage.write((tx) => createProperty(context, tx, input))
  })

  type Pid = { Params: { pid: string } }

  fastify.get<Pid>('/properties/:pid/api-keys', (request) => listApiKeys(storage.db, request.params.pid))

  fastify.post<Pid>('/properties/:pid/api-keys', async (request, reply) => {
    const input = read(apiKeyInput, request.body)
    reply.status(201)
    return storage.write((tx) => createApiKey(context, tx, request.params.pid, input))
  })

  fastify.delete<{ Params: { pid: string; id: string } }>(
    '/properties/:pid/api-keys/:id',
    async (request, reply) => {
      const { pid, id } = request.params
      await storage.write((tx) => deleteApiKey(tx, pid, id))
      return reply.status(204).send()
    },
  )

  fastify.get<Pid>('/properties/:pid/allowed-origins', async (request) => ({
    origins: await getAllowedOrigins(storage.db, request.params.pid),
  }))

  fastify.put<Pid>('/properties/:pid/allowed-origins', async (request) => {
    const { origins } = read(allowedOriginsInput, request.body)
    return { origins: await storage.write((tx) => setAllowedOrigins(tx, request.params.pid, origins)) }
  })
}
