import type { Command } from 'commander'
import type { Sandbox } from '../../start/start-sandbox.ts'
import { credentialsPath } from '../../start/data-folder.ts'
import { readCredentials, writeCredentials } from '../credentials.ts'
import { CliError } from '../errors.ts'
import { onNpmGone } from '../npm-parent.ts'
import { note, print } from '../output.ts'
import { networkDenied, networkProblem } from '../permission-model.ts'
import { secretKeys } from '../secret-keys.ts'
import { optionsOfFlags, type ServeFlags, serveFlags } from '../serve-flags.ts'
import { startBanner } from '../start-banner.ts'

export function serveCommand(program: Command): Command {
  return serveFlags(program.command('serve'))
    .description('serve the property service (what svc-sandbox does without a command)')
    .action((flags: ServeFlags) => serve(flags))
}

/** Starts, prints address and keys, and stops on SIGTERM or SIGINT with exit code 0. */
async function serve(flags: ServeFlags): Promise<void> {
  const startedAt = performance.now()
  // Node would report it from where nobody can catch it.
  if (networkDenied()) throw new CliError('usage', networkProblem)
  const given = optionsOfFlags(flags)
  const { database } = given
  const before = await readCredentials(database)
  // Loaded here: the other commands start faster without a server in them.
  const { startServer } = await import('../../start/start-sandbox.ts')

  let sandbox: Sandbox | undefined
  let asked = false
  const stop = async () => {
    asked = true
    if (!sandbox) return
    await sandbox.close()
    process.exit(0)
  }
  onStopSignal(stop)
  onNpmGone(() => process.kill(process.pid, 'SIGTERM'))

  const keys = secretKeys()
  sandbox = await startServer(
    {
      ...given,
      apiKey: given.apiKey ?? before?.apiKey,
      adminToken: given.adminToken ?? before?.adminToken,
      propertyId: before?.propertyId,
      secretKey: keys.length === 0 ? undefined : keys,
    },
    { findable: true },
  )
  const { url, propertyId } = sandbox
  const kept = { adminToken: sandbox.adminToken, apiKey: sandbox.apiKey, propertyId }
  await writeCredentials(database, kept).catch((error: unknown) => {
    // On a read-only file system it still serves: the keys are printed here.
    note(`note: ${(error as Error).message} Other commands will need --url and --admin-token.`)
  })

  if (flags.json) {
    const { dashboardUrl, apiKey: key, adminToken: token } = sandbox
    print(JSON.stringify({ url, dashboardUrl, propertyId, apiKey: key, adminToken: token }))
  } else {
    const credentials = credentialsPath(database)
    print(startBanner({ sandbox, options: given, credentials, ms: performance.now() - startedAt }))
  }
  // Loaded when everything stands: it is none of the start.
  const { giveMemoryBack } = await import('../../ops/give-memory-back.ts')
  giveMemoryBack()
  // A signal arrived during the start.
  if (asked) await stop()
}

/** The first signal stops in order; a second one means "now". */
function onStopSignal(stop: () => Promise<void>): void {
  let signals = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      signals += 1
      if (signals > 1) process.exit(signal === 'SIGINT' ? 130 : 143)
      stop().catch((error: unknown) => {
        console.error(`svc-sandbox did not stop cleanly: ${(error as Error).message}`)
        process.exit(1)
      })
    })
  }
}
