/** Fastify that knows its answers and stores nothing: the limit of any server that is built on it. */
import fastify from 'fastify'
import { readAnswers } from './answers.ts'

const { booking, page, payment } = readAnswers()
const app = fastify()
app.get('/api/v1/client/bookings/:id', () => booking)
app.get('/api/v1/client/bookings', () => page)
app.post('/api/v1/client/payments', (_request, reply) => reply.code(201).send(payment))
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => process.exit(0))
