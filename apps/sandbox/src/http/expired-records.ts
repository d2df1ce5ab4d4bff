import type { FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { Clock } from '../runtime.ts'
import { purgeExpired } from '../storage/queries/idempotency.ts'
import type { Storage } from '../storage/storage.ts'
import { clearInterval, setInterval } from '../timers.ts'

const everyMs = 60_000
/** Records that one transaction removes: small, so no caller waits long for it. */
const batch = 500

/** Removes idempotency records whose 24 hours are over, a batch at a time, until none is left. */
export async function removeExpiredRecords(storage: Pick<Storage, 'write'>, clock: Clock): Promise<number> {
  let removed = 0
  for (;;) {
    const count = await storage.write((tx) => purgeExpired(tx, clock.now(), batch))
    removed += count
    if (count < batch) return removed
  }
}

/** Keeps the table of idempotency records as small as a day: once a minute, for as long as the server runs. */
export function expiredRecords(options: {
  storage: Pick<Storage, 'write'>
  clock: Clock
  /** Calls again and again, until the function that it returns is called. @default in real time */
  repeat?: ((act: () => void, ms: number) => () => void) | undefined
}): FastifyPluginAsync {
  const { storage, clock, repeat = inRealTime } = options
  return fp(async function expiredRecordsPlugin(fastify) {
    let working: Promise<unknown> | undefined
    const stop = repeat(() => {
      working ??= removeExpiredRecords(storage, clock)
        // Requests report a database error themselves. The next minute tries again.
        .catch((error: unknown) =>
          fastify.log.warn({ err: error }, 'expired idempotency records are kept for now'),
        )
        .finally(() => (working = undefined))
    }, everyMs)
    fastify.addHook('onClose', async () => {
      stop()
      await working
    })
  })
}

function inRealTime(act: () => void, ms: number): () => void {
  const timer = setInterval(act, ms)
  timer.unref()
  return () => clearInterval(timer)
}
