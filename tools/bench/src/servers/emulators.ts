/** A service on `@emulators/core` (https://emulate.dev), whose services are plugins over its store. Prints its address. */
import { type Collection, createServer, type Entity, parsePagination, serve } from '@emulators/core'
import { freePort } from '../machine/free-port.ts'
import { readAnswers } from './answers.ts'

type Stored = Entity & { uuid: string; booking: unknown }

const { page } = readAnswers()
const port = await freePort()
const { app } = createServer(
  {
    name: 'bench',
    register(routes, store) {
      const bookings: Collection<Stored> = store.collection<Stored>('bookings', ['uuid'])
      for (const booking of page.results) bookings.insert({ uuid: booking.id, booking })
      routes.get('/api/v1/client/bookings/:id', (context) =>
        context.json(bookings.findOneBy('uuid', context.req.param('id') ?? '')?.booking),
      )
      routes.get('/api/v1/client/bookings', (context) => {
        const { items } = bookings.query(parsePagination(context))
        return context.json({ ...page, results: items.map(({ booking }) => booking) })
      })
    },
  },
  { port },
)
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
console.log(`http://127.0.0.1:${port}`)
process.once('SIGTERM', () => process.exit(0))
