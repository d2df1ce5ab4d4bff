/**
 * A service on `@emulators/core` (https://emulate.dev): its router, store, CORS and server. Without its `createServer`,
 * which answers 429 after 5,000 requests. Prints its address.
 */
import { cors, type Entity, Hono, parsePagination, serve, Store } from '@emulators/core'
import { freePort } from '../machine/free-port.ts'
import { readAnswers } from './answers.ts'

type Stored = Entity & { uuid: string; booking: unknown }

const { page } = readAnswers()
const bookings = new Store().collection<Stored>('bookings', ['uuid'])
for (const booking of page.results) bookings.insert({ uuid: booking.id, booking })

const app = new Hono()
app.use('*', cors())
app.get('/api/v1/client/bookings/:id', (context) =>
  context.json(bookings.findOneBy('uuid', context.req.param('id') ?? '')?.booking),
)
app.get('/api/v1/client/bookings', (context) => {
  const { items } = bookings.query(parsePagination(context))
  return context.json({ ...page, results: items.map(({ booking }) => booking) })
})
const port = await freePort()
serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
console.log(`http://127.0.0.1:${port}`)
process.once('SIGTERM', () => process.exit(0))
