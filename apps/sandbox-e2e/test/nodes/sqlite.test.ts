import { expect, it } from 'vitest'
import { openLookedAt } from '../kit/looked-at.ts'
import { openReceiver } from '../kit/receiver.ts'
import { serve } from '../kit/sandbox-process.ts'
import { wait } from '../kit/wait.ts'

const payments = 150

/** One process is what an SQLite file is for; a second one that was asked for must do no harm all the same. */
it('two servers on one SQLite file record and deliver everything once', { timeout: 90_000 }, async () => {
  const database = await openLookedAt('sqlite')
  const receiver = await openReceiver({ hold: () => wait(5) })
  const shared = { ...database, flags: ['--shared'] }
  const servers = [serve(shared)]
  await servers[0]?.ready
  servers.push(serve(shared))
  const nodes = await Promise.all(servers.map(({ ready }) => ready))
  const [first] = nodes
  for (const path of ['/one', '/two']) {
    const body = { url: receiver.url + path, events: ['payment.created'] }
    expect((await first?.call('POST', '/webhooks', { body }))?.status).toBe(201)
  }

  const recorded = await Promise.all(
    nodes.flatMap(({ call }) =>
      Array.from({ length: 4 }, async () => {
        const ids: string[] = []
        for (let index = 0; index < payments / 8; index++) {
          const body = { amount: '1', paymentMethod: 'Cash', type: 'income' }
          const { status, json } = await call('POST', '/payments', { body })
          expect(status).toBe(201)
          ids.push((json as { id: string }).id)
        }
        return ids
      }),
    ),
  )
  const ids = recorded.flat()
  for (const { control } of nodes) await control.clock.advance(0)
  for (const server of servers) expect(await server.stop(), server.stderr()).toBe(0)

  const stored = await database.rows('select id from payments')
  expect(stored.map(({ id }) => String(id)).toSorted()).toEqual(ids.toSorted())
  expect(await database.rows('select distinct status, attempts from deliveries')).toEqual([
    { status: 'delivered', attempts: 1 },
  ])
  expect(new Set(receiver.posts.map(({ id }) => id)).size).toBe(ids.length * 2)
  expect(receiver.posts).toHaveLength(ids.length * 2)
  expect(await database.rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
})
