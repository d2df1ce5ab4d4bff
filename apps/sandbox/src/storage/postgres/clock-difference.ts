import { sql } from 'kysely'
import { machineNow } from '../../timers.ts'
import type { StorageLogger } from '../open-options.ts'
import type { Db } from '../storage.ts'

/** Leases cover some seconds: a node that is further off takes over what others are sending. */
const toleratedMs = 1_000

/**
 * Says when the clock of this machine and that of PostgreSQL's are more than a second apart. All nodes compare with the
 * same one, so those that differ from each other are found without asking them. What the question takes on its way is no
 * difference.
 *
 * @param now the machine's clock, in milliseconds since 1970
 */
export async function warnOfClockDifference(
  db: Pick<Db, 'getExecutor'>,
  logger: StorageLogger | undefined,
  now: () => number = machineNow,
): Promise<void> {
  if (!logger) return
  const asked = now()
  let theirs: number
  try {
    const { rows } = await sql<{ ms: number }>`
      select cast(extract(epoch from clock_timestamp()) * 1000 as double precision) as ms`.execute(db)
    theirs = Number(rows[0]?.ms)
  } catch {
    // An engine without that function, or a connection that is lost: others say that.
    return
  }
  const ahead = asked - theirs
  const behind = theirs - now()
  const apart = Math.max(ahead, behind)
  if (!(apart > toleratedMs)) return
  logger.warn(
    { difference_ms: Math.round(apart) },
    `the clock of this machine is ${Math.round(apart / 1000)} s ${ahead > behind ? 'ahead of' : 'behind'} that of PostgreSQL. ` +
      'Nodes whose clocks differ send deliveries twice: let NTP set the clocks of all machines',
  )
}
