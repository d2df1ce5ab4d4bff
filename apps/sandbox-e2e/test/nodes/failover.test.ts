import { expect, it, onTestFinished } from 'vitest'
import { startPostgresPair } from '../../../sandbox/test/kit/postgres-pair.ts'
import { checkDeliveries, checkEvents, checkPayments, checkPosts } from '../kit/books.ts'
import { lookAtPostgres } from '../kit/looked-at.ts'
import { proofTimeout } from '../kit/proof-hours.ts'
import { seeded } from '../kit/random.ts'
import { openReceiver } from '../kit/receiver.ts'
import { wait } from '../kit/wait.ts'
import { Writers } from '../kit/writers.ts'
import { startNode } from './nodes.ts'

const failovers = 20

it(
  `the primary is killed under load and the standby promoted, ${failovers} times: nothing acknowledged is lost, nothing happens twice`,
  { timeout: proofTimeout(400_000) },
  async () => {
    const pair = await startPostgresPair()
    onTestFinished(() => pair.remove())
    const options = { database: pair.url, apiKey: 'svc_shared_by_all_nodes', rateLimit: 'off' as const }
    const nodes = [await startNode(options), await startNode(options)]
    const [first] = nodes
    const call = first!.call
    const receiver = await openReceiver({ hold: () => wait(10) })
    const secrets = new Map<string, string>()
    for (const path of ['/one', '/two']) {
      const body = { url: receiver.url + path, events: ['payment.created', 'payment.updated'] }
      secrets.set(path, (await call('POST', '/webhooks', { body })).json.secret)
    }

    const random = seeded(20_261_121)
    const writers = new Writers(random)
    for (let round = 0; round < failovers; round++) {
      const { promise: over, resolve: end } = Promise.withResolvers<void>()
      const writing = Promise.all(nodes.map((node) => writers.during(node.call, over, 3)))
      const before = writers.operations.length
      await expect.poll(() => writers.operations.length).toBeGreaterThan(before + 20)
      await wait(100 * random())

      await pair.killPrimary()
      // Refused in the form of D4 for as long as there is no primary …
      const refused = writers.refused
      await expect.poll(() => writers.refused, { timeout: 10_000 }).toBeGreaterThan(refused + 10)
      for (const { send } of nodes) {
        expect(await send('GET', '/readyz')).toMatchObject({ status: 503, json: { code: 'unavailable' } })
      }
      await pair.promote()
      // … and no longer: both nodes find the new one by themselves, and write.
      for (const { send } of nodes) {
        await expect.poll(async () => (await send('GET', '/readyz')).status, { timeout: 5_000 }).toBe(200)
      }
      const posted = receiver.posts.length
      await expect.poll(() => receiver.posts.length).toBeGreaterThan(posted + 10)
      const settled = writers.refused
      await wait(200)
      // A connection of the old primary that was still kept may cost one refusal more.
      expect(writers.refused - settled).toBeLessThanOrEqual(30)
      end()
      await writing
      await pair.addStandby()
    }

    for (const operation of writers.operations) await writers.ask(call, operation)
    expect(writers.unknown()).toEqual([])
    await first!.sandbox.control.clock.advance(0)
    const listed = (await call('GET', '/payments')).json
    const { rows } = lookAtPostgres(pair.primaryUrl())
    const tables = {
      events: await rows('select id, type, data from events order by seq'),
      deliveries: await rows('select * from deliveries'),
      attempts: await rows('select delivery_id, number from attempts order by seq'),
    }

    expect(writers.lost).toBe(0)
    expect(writers.complaints).toEqual([])
    checkPayments(writers.operations, listed)
    checkEvents(writers.operations, listed, tables.events)
    checkDeliveries(tables)
    // No POST too many: a result that cannot be written down is kept until it can be.
    checkPosts(tables, receiver.posts, secrets, new Map())
  },
)
