import type { FastifyPluginAsync } from 'fastify'
import { adminAuth } from './admin-auth.ts'
import type { Control } from './context.ts'
import { bookingRoutes } from './routes/bookings.ts'
import { clockRoutes } from './routes/clock.ts'
import { deliveryRoutes } from './routes/deliveries.ts'
import { faultRoutes } from './routes/faults.ts'
import { propertyRoutes } from './routes/properties.ts'
import { requestRoutes } from './routes/requests.ts'
import { seedRoutes } from './routes/seed.ts'
import { stateRoutes } from './routes/state.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { paymentRoutes } from './routes/payments.ts'

/**
 * The sandbox's own API under `/sandbox` (DESIGN 4): everything that a dashboard user, an OTA or the course of time
 * would do, for tests and tools. Behind the admin token; not rate limited; without idempotency keys.
 */
export function controlPlugin(options: { control: Control; adminToken: string }): FastifyPluginAsync {
  const { control, adminToken } = options
  return async function controlApi(fastify) {
    fastify.addHook('onRequest', adminAuth(adminToken))
    for (const routes of [
      propertyRoutes,
      bookingRoutes,
      paymentRoutes,
      webhookRoutes,
      deliveryRoutes,
      clockRoutes,
      faultRoutes,
      requestRoutes,
      seedRoutes,
      stateRoutes,
    ]) {
      routes(fastify, control)
    }
  }
}
