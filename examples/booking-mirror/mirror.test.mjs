/* oxlint-disable typescript/no-floating-promises -- node:test waits for its tests by itself */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { SvcClient } from '@svc/client'
import { startSandbox } from '@svc/sandbox'
import { startMirror } from './main.mjs'

/** A port that is free now. */
async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('the mirror is right while it runs, and again after a day away', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'mirror-'))
  const sandbox = await startSandbox({ clock: 'manual', rateLimit: 'off', seed: 'hostel' })
  const { control } = sandbox
  const svc = new SvcClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey })
  t.after(async () => {
    await svc.close()
    await sandbox.close()
    rmSync(folder, { recursive: true })
  })

  const port = await freePort()
  const { id, secret } = await svc.webhooks.create({
    url: `http://127.0.0.1:${port}/webhooks`,
    events: ['booking.created', 'booking.updated', 'booking.cancelled'],
  })
  const options = {
    baseUrl: sandbox.url,
    apiKey: sandbox.apiKey,
    secret,
    file: join(folder, 'mirror.db'),
    port,
  }
  const truth = async () =>
    (await Array.fromAsync(svc.bookings.list())).toSorted((a, b) => (a.id < b.id ? -1 : 1))

  // At its start it reads what there is …
  let running = await startMirror(options)
  assert.deepEqual(running.mirror.bookings(), await truth())

  // … and then hears of what changes.
  const stay = await control.bookings.create({ status: 'confirmed' })
  await control.clock.advance(1)
  await control.bookings.update(stay.id, { status: 'paid' })
  await control.clock.advance(1)
  assert.deepEqual(running.mirror.bookings(), await truth())

  // A day without it: the deliveries of the day go through all five attempts and die.
  await running.close()
  const missed = await control.bookings.create({ status: 'confirmed' })
  await control.bookings.cancel(stay.id)
  await control.clock.advance(24 * 3600)
  const deliveries = await svc.webhooks.deliveries(id)
  assert.deepEqual(new Set(deliveries.map(({ status }) => status)), new Set(['dead', 'delivered']))

  running = await startMirror(options)
  assert.deepEqual(running.mirror.bookings(), await truth())
  assert.ok(running.mirror.bookings().some(({ id: each }) => each === missed.id))
  await running.close()
})
