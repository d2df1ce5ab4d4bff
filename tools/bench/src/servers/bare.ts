/** Fastify that stores nothing: the ceiling of any server built on it. */
import { hostel } from '@svc/testing'
import fastify from 'fastify'

const [booking] = hostel({ seed: 1, bookings: 20 }).bookings
const app = fastify()
app.get('/api/v1/client/bookings/:id', () => booking)
app.post('/api/v1/client/payments', (request, reply) => reply.code(201).send(request.body))
app.post('/webhooks', (_request, reply) => reply.code(200).send())
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => void app.close())
