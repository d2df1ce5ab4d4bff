import { expect, it, onTestFinished } from 'vitest'
import { startPostgresServer } from '../../../sandbox/test/kit/index.ts'
import { wait } from '../kit/wait.ts'
import { startTwoNodes } from './two-nodes.ts'

it(
  'PostgreSQL stops and comes back, twice, under load: 503 meanwhile, then all goes on',
  {
    timeout: 120_000,
  },
  async () => {
    const server = await startPostgresServer()
    onTestFinished(() => server.remove())
    // No node knows of claims whose commit was cut off: they wait for the end of their lease.
    const two = await startTwoNodes({ database: server.url, deliveryLeaseMs: 8_000 })

    for (let outage = 0; outage < 2; outage++) {
      const endWriting = two.startWriting()
      await wait(400)
      await server.stop()
      await two.expectAway()
      await server.start()
      await two.expectBack({ withinMs: 10_000 })
      await wait(400)
      await endWriting()
      expect(two.writers.lost).toBe(0)
    }

    await two.expectExactlyOnce(server.url)
  },
)
