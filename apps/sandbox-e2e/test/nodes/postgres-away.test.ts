import { expect, it, onTestFinished } from 'vitest'
import { checkDeliveries, checkEvents, checkPayments, checkPosts } from '../kit/books.ts'
import { lookAtPostgres } from '../kit/looked-at.ts'
import { seeded } from '../kit/random.ts'
import { openReceiver } from '../kit/receiver.ts'
import { wait } from '../kit/wait.ts'
import { Writers } from '../kit/writers.ts'
import { startPostgresServer } from '../../../sandbox/test/kit/index.ts'
import { startNode } from './nodes.ts'

it(
  'PostgreSQL stops and comes back, twice, under load: 503 meanwhile, then all goes on',
  {
    timeout: 120_000,
  },
  async () => {
    const server = await startPostgresServer()
    onTestFinished(() => server.remove())
    const options = {
      database: server.url,
      apiKey: 'svc_shared_by_all_nodes',
      rateLimit: 'off' as const,
      // No node knows of claims whose commit was cut off: they wait for the end of their lease.
      deliveryLeaseMs: 8_000,
    }
    const nodes = [await startNode(options), await startNode(options)]
    const [first] = nodes
    const call = first?.call
    if (!call) throw new Error('no node')
    const receiver = await openReceiver({ hold: () => wait(10) })
    const secrets = new Map<string, string>()
    for (const path of ['/one', '/two']) {
      const body = { url: receiver.url + path, events: ['payment.created', 'payment.updated'] }
      secrets.set(path, (await call('POST', '/webhooks', { body })).json.secret)
    }

    const writers = new Writers(seeded(20_261_121))
    for (let outage = 0; outage < 2; outage++) {
      const { promise: over, resolve: end } = Promise.withResolvers<void>()
      const writing = Promise.all(nodes.map((node) => writers.during(node.call, over, 3)))
      await wait(400)
      await server.stop()
      const refused = writers.refused
      await expect.poll(() => writers.refused, { timeout: 10_000 }).toBeGreaterThan(refused + 10)
      for (const { send } of nodes) {
        expect(await send('GET', '/readyz')).toMatchObject({ status: 503, json: { code: 'unavailable' } })
        expect((await send('GET', '/healthz')).status).toBe(200)
      }
      await server.start()
      for (const { send } of nodes) {
        await expect.poll(async () => (await send('GET', '/readyz')).status, { timeout: 10_000 }).toBe(200)
      }
      await wait(400)
      end()
      await writing
    }

    for (const operation of writers.operations) await writers.ask(call, operation)
    expect(writers.unknown()).toEqual([])
    await first.sandbox.control.clock.advance(0)
    const listed = (await call('GET', '/payments')).json
    const { rows } = lookAtPostgres(server.url)
    const tables = {
      events: await rows('select id, type, data from events order by seq'),
      deliveries: await rows('select * from deliveries'),
      attempts: await rows('select delivery_id, number from attempts order by seq'),
    }

    // Nothing was lost with a connection to us: every request was answered.
    expect(writers.lost).toBe(0)
    expect(writers.complaints).toEqual([])
    checkPayments(writers.operations, listed)
    checkEvents(writers.operations, listed, tables.events)
    checkDeliveries(tables)
    // No POST too many: a result that cannot be written down is kept until it can be.
    checkPosts(tables, receiver.posts, secrets, new Map())
  },
)
