/* oxlint-disable typescript/no-floating-promises -- node:test waits for its tests by itself */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SvcClient } from '@svc/client'
import { startSandbox } from '@svc/sandbox'
import { createCodes } from './codes.mjs'
import { createDoorLock } from './main.mjs'

const night = (date) => ({ date, amount: 5_000 })

test('a code follows its booking', async (t) => {
  const sandbox = await startSandbox({ clock: 'manual', seed: 'hostel' })
  const { control } = sandbox
  const svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })
  const codes = createCodes()
  let now = Date.parse('2027-03-01T20:00:00Z')
  let secret = ''
  const lock = createDoorLock({ secret: () => secret, codes, now: () => now, say() {} })
  await new Promise((resolve) => lock.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${lock.address().port}`
  t.after(async () => {
    lock.close()
    await svc.close()
    await sandbox.close()
  })
  const endpoint = await svc.webhooks.create({
    url: `${url}/webhooks`,
    events: ['booking.created', 'booking.updated', 'booking.cancelled'],
  })
  secret = endpoint.secret
  const tries = async (room, code) => (await fetch(`${url}/open?room=${room}&code=${code}`)).status

  // Booked: the code opens that room, in those nights.
  const stay = await control.bookings.create({ stay_dates: [night('2027-03-01'), night('2027-03-02')] })
  await control.clock.advance(1)
  const { room } = stay.stay_dates[0]
  const code = codes.codeOf(stay.id)
  assert.equal(await tries(room, code), 200)
  assert.equal(await tries(room, '000000x'), 403)
  assert.equal(await tries('another-room', code), 403)
  now = Date.parse('2027-03-03T12:00:00Z')
  assert.equal(await tries(room, code), 403)

  // Moved: the same code, in the new nights.
  await control.bookings.update(stay.id, { stay_dates: [night('2027-03-05')] })
  await control.clock.advance(1)
  assert.equal(codes.codeOf(stay.id), code)
  now = Date.parse('2027-03-05T20:00:00Z')
  assert.equal(await tries(room, code), 200)

  // Cancelled: and a repeated event of before changes nothing.
  await control.bookings.cancel(stay.id)
  await control.clock.advance(1)
  assert.equal(await tries(room, code), 403)
  const { results } = await control.deliveries.list({ event_type: 'booking.created' })
  await control.deliveries.resend(results[0].id)
  await control.clock.advance(0)
  assert.equal(await tries(room, code), 403)

  // A stranger.
  const forged = await fetch(`${url}/webhooks`, { method: 'POST', body: '{"type":"booking.created"}' })
  assert.equal(forged.status, 401)
})
