import { apiPrefix } from '@svc/models'
import { makeBooking, makeBookingPage, makeError } from '@svc/testing'
import { MockAgent, request } from 'undici'
import { afterEach, beforeEach, expect, it } from 'vitest'

// Recipe: answering from fixtures with undici's MockAgent: pass it as `dispatcher`, to `@svc/client` too.

const base = 'https://api.property.example'
let agent: MockAgent

beforeEach(() => {
  agent = new MockAgent()
  agent.disableNetConnect()
})
afterEach(() => agent.close())

const json = { headers: { 'content-type': 'application/json' } }

it('a page of bookings', async () => {
  const booking = makeBooking({ status: 'paid', guest: { first_name: 'Zoë' } })
  agent
    .get(base)
    .intercept({ path: `${apiPrefix}/bookings`, query: { limit: 5 } })
    .reply(200, makeBookingPage([booking], { limit: 5 }), json)

  const { body } = await request(`${base}${apiPrefix}/bookings?limit=5`, { dispatcher: agent })
  expect(await body.json()).toMatchObject({ total_count: 1, results: [{ id: booking.id }] })
})

it('an outage, then an answer', async () => {
  const { status, body: failure } = makeError('unavailable')
  const booking = makeBooking()
  const pool = agent.get(base)
  const path = `${apiPrefix}/bookings/${booking.id}`
  pool.intercept({ path }).reply(status, failure, json)
  pool.intercept({ path }).reply(200, booking, json)

  expect((await request(base + path, { dispatcher: agent })).statusCode).toBe(503)
  expect(await (await request(base + path, { dispatcher: agent })).body.json()).toEqual(booking)
})
