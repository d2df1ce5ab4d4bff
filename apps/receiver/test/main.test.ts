import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { makeEvent, signedDelivery } from '@svc/testing'
import { expect, it } from 'vitest'

const secret = 'whsec_process-test'

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--conditions=@svc/source', 'src/main.ts'], {
    env: { ...process.env, RECEIVER_PORT: '0', RECEIVER_DATABASE: ':memory:', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value as string
  return { child, next }
}

it('runs as a process: acknowledges, works, and stops on SIGTERM with exit code 0', async () => {
  const { child, next } = start({ WEBHOOK_SECRET: secret })
  try {
    const url = /http:\S+/.exec(await next())?.[0] ?? ''
    const event = makeEvent('message.received')
    const { headers, body } = signedDelivery(event, { secret })
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
    expect(await next()).toContain(event.data.bookingId)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})

it('says what is missing when it is started without a secret', async () => {
  const { child } = start({ WEBHOOK_SECRET: '' })
  const said = await new Response(child.stderr as never).text()
  expect(said).toMatch(/WEBHOOK_SECRET is not set/)
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1)
})
