import { startSandbox } from '@svc/sandbox'
import { openInbox } from '@svc/testing'
import fastify from 'fastify'
import { type Group, type Measured, median } from '../report.ts'
import { payment, post } from '../sandbox-calls.ts'

/** The sandbox as a test double: how long a test waits for it. */
export async function testDouble(): Promise<Group[]> {
  const rows: Measured[] = []
  const timed = async (name: string, runs: number, run: () => Promise<number>) => {
    const times: number[] = []
    for (let i = 0; i < runs; i++) times.push(await run())
    rows.push({ name, value: median(times) })
  }
  const took = async (run: () => Promise<unknown>) => {
    const from = performance.now()
    await run()
    return performance.now() - from
  }

  await timed('fastify, bare: start', 9, async () => {
    const app = fastify()
    const time = await took(() => app.listen({ host: '127.0.0.1', port: 0 }))
    await app.close()
    return time
  })
  for (const seed of ['empty', 'hostel'] as const) {
    await timed(`startSandbox, seed ${seed}`, 9, async () => {
      const from = performance.now()
      await using sandbox = await startSandbox({ seed })
      return sandbox.url === '' ? Number.NaN : performance.now() - from
    })
  }

  await using sandbox = await startSandbox({ seed: 'hostel', clock: 'manual', rateLimit: 'off' })
  await timed('reset', 9, () => took(() => sandbox.control.reset()))
  const snapshot = await sandbox.control.snapshot()
  await timed('restore a snapshot', 9, () => took(() => snapshot.restore()))

  await using inbox = await openInbox({ respond: 500 })
  await post(sandbox, '/webhooks', { url: inbox.url, events: ['payment.created'] })
  await timed('the whole retry ladder, 2 h 36 min', 5, async () => {
    await post(sandbox, '/payments', payment)
    return took(() => sandbox.control.clock.advance(9_360))
  })
  return [{ title: 'in process', unit: 'ms', rows }]
}
