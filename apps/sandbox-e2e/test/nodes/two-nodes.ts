import { expect } from 'vitest'
import { checkDeliveries, checkEvents, checkPayments, checkPosts } from '../kit/books.ts'
import { lookAtPostgres } from '../kit/looked-at.ts'
import { seeded } from '../kit/random.ts'
import { openReceiver } from '../kit/receiver.ts'
import { wait } from '../kit/wait.ts'
import { Writers } from '../kit/writers.ts'
import { startNode } from './nodes.ts'

type NodeOptions = Parameters<typeof startNode>[0]

/** Two nodes on one database, a receiver with two endpoints, and writers who write down what they were told. */
export async function startTwoNodes(options: NodeOptions) {
  const shared = { apiKey: 'svc_shared_by_all_nodes', rateLimit: 'off' as const, ...options }
  const first = await startNode(shared)
  const nodes = [first, await startNode(shared)]
  const { call } = first
  const receiver = await openReceiver({ hold: () => wait(10) })
  const secrets = new Map<string, string>()
  for (const path of ['/one', '/two']) {
    const body = { url: receiver.url + path, events: ['payment.created', 'payment.updated'] }
    secrets.set(path, (await call('POST', '/webhooks', { body })).json.secret)
  }
  const random = seeded(20_261_121)
  const writers = new Writers(random)

  return {
    nodes,
    receiver,
    writers,
    random,

    /** Writers write on both nodes until it is called. */
    startWriting() {
      const { promise: over, resolve: end } = Promise.withResolvers<void>()
      const writing = Promise.all(nodes.map((node) => writers.during(node.call, over, 3)))
      return async () => {
        end()
        await writing
      }
    },

    /** Callers are refused in the form of D4, and both nodes say that they are not ready. */
    async expectAway() {
      const { refused } = writers
      await expect.poll(() => writers.refused, { timeout: 10_000 }).toBeGreaterThan(refused + 10)
      for (const { send } of nodes) {
        expect(await send('GET', '/readyz')).toMatchObject({ status: 503, json: { code: 'unavailable' } })
        expect((await send('GET', '/healthz')).status).toBe(200)
      }
    },

    /** Both nodes find the database again by themselves, and deliveries go on. */
    async expectBack({ withinMs }: { withinMs: number }) {
      for (const { send } of nodes) {
        await expect.poll(async () => (await send('GET', '/readyz')).status, { timeout: withinMs }).toBe(200)
      }
      const posted = receiver.posts.length
      await expect.poll(() => receiver.posts.length, { timeout: 10_000 }).toBeGreaterThan(posted + 10)
    },

    /** What was acknowledged is there once, what followed from it too. @param url of the database, as it is now */
    async expectExactlyOnce(url: string) {
      for (const operation of writers.operations) await writers.ask(call, operation)
      expect(writers.unknown()).toEqual([])
      await first.sandbox.control.clock.advance(0)
      const listed = (await call('GET', '/payments')).json
      const { rows } = lookAtPostgres(url)
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
  }
}
