/**
 * A server written by hand: Fastify over `node:sqlite` with the essentials alone. A key looked up by its hash, ids
 * and headers, a log entry by reference, the wire JSON beside the row, and idempotency record, payment and event in one
 * transaction, where waiting writers share one `FULL` commit. It checks nothing, delivers nothing, and has no pages.
 */
import { hash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { readAnswers } from './answers.ts'
import { createGroupCommit } from './group-commit.ts'

const answers = readAnswers()
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-hand-'))
const db = new DatabaseSync(join(folder, 'hand.db'))
db.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table api_keys (hash text primary key, property_id text not null) without rowid;
  create table properties (id text primary key, bookings integer not null) without rowid;
  create table bookings (property_id text, id text, position integer, json text, primary key (property_id, id)) without rowid;
  create index bookings_newest on bookings (property_id, position, json);
  create table payments (property_id text, id text, json text, primary key (property_id, id)) without rowid;
  create table idempotency (property_id text, key text, fingerprint text, status integer, json text, primary key (property_id, key)) without rowid;
  create table events (seq integer primary key, property_id text, type text, json text);
`)
const sha256 = (text: string) => hash('sha256', text)
db.prepare('insert into api_keys values (?, ?)').run(sha256(answers.apiKey), 'p1')
db.prepare('insert into properties values (?, ?)').run('p1', answers.page.total_count)
for (const [position, booking] of answers.page.results.entries()) {
  db.prepare('insert into bookings values (?, ?, ?, ?)').run(
    'p1',
    booking.id,
    position,
    JSON.stringify(booking),
  )
}

const propertyOf = db.prepare('select property_id from api_keys where hash = ?')
const bookingOf = db.prepare('select json from bookings where property_id = ? and id = ?')
const newest = db.prepare(
  'select json from bookings where property_id = ? order by position limit ? offset ?',
)
const count = db.prepare('select bookings from properties where id = ?')
const replay = db.prepare('select status, json from idempotency where property_id = ? and key = ?')
const addRecord = db.prepare('insert into idempotency values (?, ?, ?, ?, ?)')
const addPayment = db.prepare('insert into payments values (?, ?, ?)')
const addEvent = db.prepare('insert into events (property_id, type, json) values (?, ?, ?)')

/** The last thousand requests, formatted when somebody reads them. */
const log: { at: number; request: FastifyRequest; reply: FastifyReply }[] = []
let logged = 0

declare module 'fastify' {
  interface FastifyRequest {
    propertyId: string
  }
}

const app = fastify()
app.decorateRequest('propertyId', '')
app.addHook('onRequest', (request, reply, done) => {
  log[logged++ % 1000] = { at: Date.now(), request, reply }
  const property = propertyOf.get(sha256(String(request.headers['x-api-key']))) as
    | { property_id: string }
    | undefined
  reply.headers({
    'x-request-id': randomUUID(),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    vary: 'Origin',
  })
  if (property) {
    request.propertyId = property.property_id
    done()
  } else reply.code(401).send()
})
const json = 'application/json; charset=utf-8'

app.get<{ Params: { id: string } }>('/api/v1/client/bookings/:id', (request, reply) => {
  const found = bookingOf.get(request.propertyId, request.params.id) as { json: string } | undefined
  return found ? reply.type(json).send(found.json) : reply.code(404).send()
})

app.get<{ Querystring: { page?: string; limit?: string } }>('/api/v1/client/bookings', (request, reply) => {
  const property = request.propertyId
  const page = Number(request.query.page ?? 1)
  const limit = Number(request.query.limit ?? 10)
  const rows = newest.all(property, limit, (page - 1) * limit) as { json: string }[]
  const total = (count.get(property) as { bookings: number }).bookings
  const results = rows.map((row) => row.json).join(',')
  return reply
    .type(json)
    .send(
      `{"results":[${results}],"total_count":${total},"total_pages":${Math.ceil(total / limit)},"current_page":${page}}`,
    )
})

const inOneCommit = createGroupCommit(db)
app.post<{ Body: Record<string, string> }>('/api/v1/client/payments', (request, reply) => {
  const property = request.propertyId
  const key = String(request.headers['idempotency-key'])
  inOneCommit(() => {
    const before = replay.get(property, key) as { status: number; json: string } | undefined
    if (before) return () => void reply.code(before.status).type(json).send(before.json)
    const { amount = '', paymentMethod, type } = request.body
    const payment = JSON.stringify({
      ...answers.payment,
      id: randomUUID(),
      amount,
      paymentMethod,
      type,
      date: new Date().toISOString(),
    })
    addRecord.run(property, key, sha256(JSON.stringify(request.body)), 201, payment)
    addPayment.run(property, key, payment)
    addEvent.run(property, 'payment.created', payment)
    return () => void reply.code(201).type(json).send(payment)
  })
  return reply
})

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
process.once('SIGTERM', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
