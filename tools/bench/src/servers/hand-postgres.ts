/**
 * The rows of a payment by hand, on PostgreSQL: idempotency record, payment and event in one statement, and so in one
 * round trip and one commit. Prints payments a second.
 *
 * Arguments: address of the database, connections, seconds.
 */
import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'

const [connectionString = '', connections = '32', seconds = '1'] = process.argv.slice(2)
const pool = new Pool({ connectionString, max: Number(connections) })
await pool.query(`
  create table if not exists payments (property_id text, id uuid, json text, primary key (property_id, id));
  create table if not exists idempotency (property_id text, key uuid, fingerprint text, status int, json text, primary key (property_id, key));
  create table if not exists events (seq bigint generated always as identity primary key, property_id text, type text, json text);
`)

const statement = {
  name: 'pay',
  text: `
    with record as (
      insert into idempotency values ($1, $2, $3, 201, $5) on conflict do nothing returning json
    ), payment as (
      insert into payments select $1, $4, json from record
    ), event as (
      insert into events (property_id, type, json) select $1, 'payment.created', json from record
    ) select json from record`,
}

let recorded = 0
const from = performance.now()
const until = from + Number(seconds) * 1000
await Promise.all(
  Array.from({ length: Number(connections) }, async () => {
    while (performance.now() < until) {
      const id = randomUUID()
      const json = JSON.stringify({ id, bid: null, gid: null, amount: '120.5000', paymentMethod: 'Cash' })
      await pool.query({ ...statement, values: ['p1', randomUUID(), 'fingerprint', id, json] })
      recorded += 1
    }
  }),
)
console.log(recorded / ((performance.now() - from) / 1000))
await pool.end()
