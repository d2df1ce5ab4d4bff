import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { freshFolder } from '../../../sandbox/test/kit/index.ts'
import { openReceiver } from '../kit/receiver.ts'
import { serve } from '../kit/sandbox-process.ts'
import { wait } from '../kit/wait.ts'

/** Opens a connection and says nothing. Resolves when it stands, or was refused. */
function sayNothing(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  return new Promise((resolve) => {
    socket.on('error', () => resolve(socket))
    socket.once('connect', () => resolve(socket))
  })
}

it('1,100 idle connections where the system allows 1,024 open files: it lives, delivers, and accepts again', async () => {
  const folder = freshFolder()
  const sandbox = serve({ database: `${folder}/sandbox.db`, folder, openFiles: 1_024 })
  const { url, call } = await sandbox.ready
  // It says at its start what it can bear.
  const said = sandbox
    .stderr()
    .split('\n')
    .find((line) => line.includes('fewer connections at once than wanted'))
  const { connections } = JSON.parse(said ?? '{}') as { connections: number }
  expect(connections).toBeGreaterThan(500)
  expect(connections).toBeLessThan(1_024)

  const receiver = await openReceiver()
  const body = { url: receiver.url, events: ['payment.created'] }
  expect((await call('POST', '/webhooks', { body })).status).toBe(201)

  const idle = await Promise.all(Array.from({ length: 1_100 }, () => sayNothing(url)))
  // Those beyond the limit are closed as they come; the others stay.
  await expect
    .poll(() => idle.filter(({ closed }) => closed).length)
    .toBeGreaterThanOrEqual(1_100 - connections)
  expect(idle.filter(({ closed }) => closed).length).toBeLessThan(1_100 - connections + 50)

  // Longer than what watches load and memory takes for a sample, with no descriptor to spare for new callers.
  await wait(1_500)
  const payment = { amount: '1', paymentMethod: 'Cash', type: 'income' }
  // The caller whose connection stands is served, down to the disk and to the receiver.
  expect((await call('POST', '/payments', { body: payment })).status).toBe(201)
  await expect.poll(() => receiver.posts.length, { timeout: 10_000 }).toBe(1)

  for (const socket of idle) socket.destroy()
  const again = () =>
    fetch(`${url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )
  await expect.poll(again, { timeout: 10_000 }).toBe(200)
  expect(await sandbox.stop(), sandbox.stderr()).toBe(0)
})
