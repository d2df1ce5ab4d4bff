import { expect, it, onTestFinished } from 'vitest'
import { startPostgresPair } from '../../../sandbox/test/kit/postgres-pair.ts'
import { proofTimeout } from '../kit/proof-hours.ts'
import { wait } from '../kit/wait.ts'
import { startTwoNodes } from './two-nodes.ts'

const failovers = 20

it(
  `the primary is killed under load and the standby promoted, ${failovers} times: nothing acknowledged is lost, nothing happens twice`,
  { timeout: proofTimeout(400_000) },
  async () => {
    const pair = await startPostgresPair()
    onTestFinished(() => pair.remove())
    const two = await startTwoNodes({ database: pair.url })
    const { writers, random } = two

    for (let round = 0; round < failovers; round++) {
      const endWriting = two.startWriting()
      const before = writers.operations.length
      await expect.poll(() => writers.operations.length).toBeGreaterThan(before + 20)
      await wait(100 * random())

      await pair.killPrimary()
      // Refused for as long as there is no primary …
      await two.expectAway()
      await pair.promote()
      // … and no longer: both nodes write to the new one.
      await two.expectBack({ withinMs: 5_000 })
      const settled = writers.refused
      await wait(200)
      // A connection of the old primary that was still kept may cost one refusal more.
      expect(writers.refused - settled).toBeLessThanOrEqual(30)
      await endWriting()
      await pair.addStandby()
    }

    await two.expectExactlyOnce(pair.primaryUrl())
  },
)
