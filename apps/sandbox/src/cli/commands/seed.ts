import type { Command } from 'commander'
import { findSandbox } from '../find-sandbox.ts'
import { namingFlags } from '../refusal.ts'
import { type ConnectionFlags, connectionFlags, jsonFlag, propertyFlag, wholeNumber } from '../flags.ts'
import { print, printJson } from '../output.ts'

type Flags = ConnectionFlags & { bookings: number; seed?: string; json?: true }

/**
 * Seeds through the running sandbox if there is one: only it can reach a database in memory. Otherwise it writes to the
 * database itself, which gives the same result and needs no server.
 */
export function seedCommand(program: Command): void {
  connectionFlags(program.command('seed'))
    .description('add many realistic bookings with their payments; fires no events')
    .requiredOption('--bookings <number>', 'how many', wholeNumber(1, 10_000_000))
    .option('--seed <text>', 'the same seed gives the same bookings; otherwise each time others')
    .addOption(propertyFlag())
    .addOption(jsonFlag())
    .action(async (flags: Flags) => {
      const startedAt = performance.now()
      const { progressBar } = await import('../progress.ts')
      const bar = progressBar(flags.bookings, 'bookings')
      try {
        const written = await seed(flags, (done) => bar.update(done))
        bar.stop()
        if (flags.json) return printJson(written)
        const seconds = (performance.now() - startedAt) / 1000
        print(
          `${written.bookings} bookings with ${written.payments} payments added in ${seconds.toFixed(1)} s.`,
        )
      } finally {
        bar.stop()
      }
    })
}

async function seed(
  flags: Flags,
  onProgress: (done: number) => void,
): Promise<{ bookings: number; payments: number; seed: number | string }> {
  const { bookings: count } = flags
  const found = await findSandbox(flags)
  if (found) {
    const result = await namingFlags({ bookings: '--bookings', seed: '--seed' }, () =>
      found.control.bookings.seed({ bookings: count, seed: flags.seed, onProgress }),
    )
    return { bookings: result.bookings, payments: result.payments, seed: result.seed }
  }
  // Loaded when they are needed: a command that only talks to a server needs no database engine.
  const [{ withDatabase }, { seedBookings }] = await Promise.all([
    import('../open-database.ts'),
    import('../../seed/seed-bookings.ts'),
  ])
  return withDatabase(flags.database, { create: true }, async ({ storage, context, firstProperty }) => {
    const used = flags.seed ?? context.runtime.uuid()
    const propertyId = flags.property ?? (await firstProperty())
    // Otherwise V8 may put what is made up where it collects garbage late: of 200,000 bookings 245 MB in place of 185.
    process.getBuiltinModule('node:v8').setFlagsFromString('--no-allocation-site-pretenuring')
    const now = context.runtime.clock.now()
    const written = await seedBookings({
      storage,
      propertyId,
      count,
      seed: used,
      now,
      // No other caller waits.
      alone: true,
      batchSize: 10_000,
      onProgress,
    })
    return { ...written, seed: used }
  })
}
