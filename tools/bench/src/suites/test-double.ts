import { startSandbox } from '@svc/sandbox'
import { openInbox } from '@svc/testing'
import fastify from 'fastify'
import { payment, post } from '../machine/sandbox-calls.ts'
import { type Contender, interleave } from '../results/interleave.ts'
import type { RowResult } from '../results/row.ts'
import type { Run } from '../run.ts'

/** The sandbox as a test double: how long a test waits for it. */
export async function testDouble(run: Run): Promise<RowResult[]> {
  run.say('in process, as a test double')
  const start = async (seed: 'empty' | 'hostel') => {
    const from = performance.now()
    await using sandbox = await startSandbox({ seed })
    return sandbox.url === '' ? Number.NaN : performance.now() - from
  }
  await using sandbox = await startSandbox({ seed: 'hostel', clock: 'manual', rateLimit: 'off' })
  const snapshot = await sandbox.control.snapshot()
  await using ladder = await startSandbox({ clock: 'manual', rateLimit: 'off' })
  const door = { api: `${ladder.url}/api/v1/client`, apiKey: ladder.apiKey }
  await using inbox = await openInbox({ respond: 500 })
  await post(door, '/webhooks', { url: inbox.url, events: ['payment.created'] })

  const ours = (name: string, measure: () => Promise<number>): Contender => ({ name, kind: 'ours', measure })
  const subjects = await interleave(
    [
      {
        name: 'fastify, bare: start',
        kind: 'bare',
        measure: async () => {
          const app = fastify()
          const time = await took(() => app.listen({ host: '127.0.0.1', port: 0 }))
          await app.close()
          return time
        },
      },
      ours('startSandbox, seed empty', () => start('empty')),
      ours('startSandbox, seed hostel', () => start('hostel')),
      ours('reset', () => took(() => sandbox.control.reset())),
      ours('restore a snapshot', () => took(() => snapshot.restore())),
      ours('the whole retry ladder, 2 h 36 min', async () => {
        await post(door, '/payments', payment)
        return took(() => ladder.control.clock.advance(9_360))
      }),
    ],
    { rounds: run.rounds },
  )
  return [{ id: 'test-double', title: 'In process, as a test double', unit: 'ms', better: 'less', subjects }]
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}
