import { listBookingsQuerySchema } from '@svc/models'
import { cancelBooking, createBooking, updateBooking } from '../../service/booking-changes.ts'
import { getBooking, listBookings } from '../../service/bookings.ts'
import { fireEvent } from '../../service/events.ts'
import { createMessage } from '../../service/messages.ts'
import { getProperty } from '../../service/properties.ts'
import type { ControlRoutes } from '../context.ts'
import { read } from '../read.ts'
import { sampleData } from '../sample-data.ts'
import { bookingChanges, bookingInput, eventInput, messageInput } from '../schemas.ts'

/** What the client API only lets partners read: bookings and messages come and change here, with their events (D17). */
export const bookingRoutes: ControlRoutes = (fastify, { storage, context }) => {
  type Pid = { Params: { pid: string } }
  type One = { Params: { pid: string; bookingId: string } }

  fastify.get<Pid>('/properties/:pid/bookings', async (request) => {
    const query = read(listBookingsQuerySchema, request.query)
    const { id } = await getProperty(storage.db, request.params.pid)
    return listBookings(storage.db, id, query)
  })

  fastify.post<Pid>('/properties/:pid/bookings', async (request, reply) => {
    const input = read(bookingInput, request.body)
    reply.status(201)
    return storage.write((tx) => createBooking(context, tx, request.params.pid, input))
  })

  fastify.get<One>('/properties/:pid/bookings/:bookingId', async (request) => {
    const { id } = await getProperty(storage.db, request.params.pid)
    return getBooking(storage.db, id, request.params.bookingId)
  })

  fastify.patch<One>('/properties/:pid/bookings/:bookingId', async (request) => {
    const changes = read(bookingChanges, request.body)
    return storage.write(async (tx) => {
      const { id } = await getProperty(tx, request.params.pid)
      return updateBooking(context, tx, id, request.params.bookingId, changes)
    })
  })

  fastify.delete<One>('/properties/:pid/bookings/:bookingId', async (request, reply) => {
    await storage.write(async (tx) => {
      const { id } = await getProperty(tx, request.params.pid)
      await cancelBooking(context, tx, id, request.params.bookingId)
    })
    return reply.status(204).send()
  })

  fastify.post<Pid>('/properties/:pid/messages', async (request, reply) => {
    const input = read(messageInput, request.body)
    reply.status(201)
    return storage.write(async (tx) => {
      const { id } = await getProperty(tx, request.params.pid)
      return createMessage(context, tx, id, input)
    })
  })

  // A sample changes nothing but the event log: no booking or payment is left behind for a test to stumble over.
  fastify.post<Pid>('/properties/:pid/events', async (request, reply) => {
    const { type, data: given } = read(eventInput, request.body)
    reply.status(201)
    const { id: property_id } = await getProperty(storage.db, request.params.pid)
    const data = await sampleData(storage.db, property_id, type, { given, seed: context.runtime.uuid() })
    return storage.write((tx) => fireEvent(context, tx, { property_id, type, data }))
  })
}
