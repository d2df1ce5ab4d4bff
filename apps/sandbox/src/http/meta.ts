import { openapi } from '@svc/models'
import type { FastifyPluginAsync } from 'fastify'
import { ServiceError } from '../service/errors.ts'
import type { Storage } from '../storage/storage.ts'
import { docs } from './docs.ts'
import { jsonType } from './errors.ts'

export interface MetaOptions {
  storage: Pick<Storage, 'ping'>
  /** True from the moment at which the server stops: `/readyz` then answers 503. @default never */
  stopping?: () => boolean
  /** Version shown in the OpenAPI document. @default that of `@svc/models` */
  version?: string
}

/**
 * What tools ask a server: `/healthz` (the process answers), `/readyz` (it can work: its database answers and it is not
 * stopping), `/openapi.json` and `/docs`. Open to all: nothing here belongs to a property.
 */
export function meta(options: MetaOptions): FastifyPluginAsync {
  const { storage, stopping = () => false, version } = options
  let document: string | undefined

  return async function metaPlugin(fastify) {
    fastify.addHook('onRequest', (_request, reply, done) => {
      void reply.header('Cache-Control', 'no-store')
      done()
    })
    fastify.get('/healthz', () => ({ status: 'alive' }))
    fastify.get('/readyz', async () => {
      if (stopping()) throw new ServiceError('unavailable', 'The server is stopping.')
      await storage.ping()
      return { status: 'ready' }
    })
    fastify.get('/openapi.json', (_request, reply) => {
      document ??= JSON.stringify(openapi({ version }))
      // Readable by editors and viewers on any page: it is the same for everybody.
      return reply.header('Access-Control-Allow-Origin', '*').type(jsonType).send(document)
    })
    await fastify.register(docs())
  }
}
