import type { AddressInfo } from 'node:net'
import type { FastifyPluginAsync } from 'fastify'
import { openClock } from '../../src/clock/clock.ts'
import { clientApi } from '../../src/http/api.ts'
import { type AppOptions, createApp } from '../../src/http/app.ts'
import { meta } from '../../src/http/meta.ts'
import { createRuntime } from '../../src/runtime.ts'
import { createApiKey } from '../../src/service/api-keys.ts'
import type { ServiceContext } from '../../src/service/context.ts'
import { createProperty } from '../../src/service/properties.ts'
import { openStorage } from '../../src/storage/open.ts'
import { openRateLimiter } from '../../src/storage/rate-limiter.ts'
import { createSecretBox } from '../../src/storage/secret-box.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { type Call, asCaller, createSender } from './caller.ts'
import { freshDatabase, type Kind } from './databases.ts'
import { noon } from './noon.ts'
import type { Tenant } from './tenant.ts'

export interface PartsOptions extends Partial<AppOptions> {
  secretKey?: string
  /** Plugins of the client API's scope, before its own. @default none */
  scopes?: FastifyPluginAsync[]
  /** Whether reads may be answered with what is held. @default never */
  atOnce?: () => boolean
}

/** The client API, open behind. */
export interface Parts extends AsyncDisposable {
  url: string
  storage: Storage
  context: ServiceContext
  tenant(): Promise<PlainTenant>
  /** A bare request: nothing is added. */
  send: Call
}

/** A property where there is no control API. */
export type PlainTenant = Pick<Tenant, 'id' | 'key' | 'call'>

/**
 * The client API built from its parts, for tests that look behind it: at rows, at failures, at time-outs. What can be
 * seen from outside is tested on a whole sandbox (`openApi`, `openStage`).
 */
export async function openParts(kind: Kind, options: PartsOptions = {}): Promise<Parts> {
  const { secretKey, scopes = [], atOnce, ...app } = options
  const storage = await openStorage(await freshDatabase(kind))
  const clock = await openClock({ storage, mode: 'manual', now: noon })
  const runtime = createRuntime({ clock })
  const context: ServiceContext = { runtime, secrets: createSecretBox(secretKey), targets: 'local', storage }
  const fastify = createApp({ runtime, ...app })
  const rateLimiter = await openRateLimiter({ storage, clock, limit: 'off' })
  await fastify.register(clientApi({ storage, context, rateLimiter, scopes, atOnce }))
  await fastify.register(meta({ storage }))
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`
  const { send, close } = createSender(url)
  return {
    url,
    storage,
    context,
    send,
    tenant: () =>
      storage.write(async (tx) => {
        const { id } = await createProperty(context, tx, { name: 'A hostel' })
        const { key } = await createApiKey(context, tx, id)
        return { id, key, call: asCaller(send, key) }
      }),
    async [Symbol.asyncDispose]() {
      await close()
      await fastify.close()
      clock.close()
      await storage.close()
    },
  }
}
