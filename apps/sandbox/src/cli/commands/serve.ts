import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Sandbox } from '../../start/start-sandbox.ts'
import { credentialsPath, forgetAddress, readCredentials, writeCredentials } from '../credentials.ts'
import { CliError } from '../errors.ts'
import { onNpmGone } from '../npm-parent.ts'
import { note, print } from '../output.ts'
import { secretKeys } from '../secret-keys.ts'
import { type ServeFlags, serveFlags } from '../serve-flags.ts'
import { startBanner } from '../start-banner.ts'

export function serveCommand(program: Command): Command {
  return serveFlags(program.command('serve'))
    .description('serve the property service (what svc-sandbox does without a command)')
    .action((flags: ServeFlags) => serve(flags))
}

/** Starts, says how to get in, and stops on SIGTERM or SIGINT with exit code 0. */
async function serve(flags: ServeFlags): Promise<void> {
  const startedAt = performance.now()
  const tls = readTls(flags)
  const before = await readCredentials(flags.database)
  // Loaded here: the other commands start faster without a server in them.
  const { startSandbox } = await import('../../start/start-sandbox.ts')

  let sandbox: Sandbox | undefined
  let asked = false
  const stop = async () => {
    asked = true
    if (!sandbox) return
    await sandbox.close()
    await forgetAddress(flags.database, process.pid)
    process.exit(0)
  }
  onStopSignal(stop)
  onNpmGone(() => process.kill(process.pid, 'SIGTERM'))

  const apiKey = flags.apiKey ?? before?.apiKey
  const adminToken = flags.adminToken ?? before?.adminToken
  const keys = secretKeys()
  sandbox = await startSandbox({
    database: flags.database,
    host: flags.host,
    port: flags.port,
    trustProxy: flags.trustProxy ?? false,
    insecureHttp: flags.insecureHttp ?? false,
    seed: flags.seed,
    rateLimit: flags.rateLimit,
    targets: flags.targets,
    role: flags.role,
    deliveryLeaseMs: flags.deliveryLease * 1000,
    control: flags.control,
    dashboard: flags.dashboard,
    retention: {
      deliveredDays: flags.retainDelivered,
      deadDays: flags.retainDead,
      requestLogHours: flags.retainRequests,
    },
    maxConnections: flags.maxConnections,
    overload: {
      maxRequests: flags.maxRequests,
      maxEventLoopDelayMs: flags.maxEventLoopDelay,
      // This process does nothing else, and V8 ends it at its limit.
      maxHeapUsed: 0.9,
    },
    drainMs: flags.drain * 1000,
    logger: flags.logLevel === 'silent' ? false : { level: flags.logLevel },
    ...(tls ? { tls } : {}),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(adminToken === undefined ? {} : { adminToken }),
    ...(before?.propertyId === undefined ? {} : { propertyId: before.propertyId }),
    ...(flags.clock === undefined ? {} : { clock: flags.clock }),
    ...(flags.now === undefined ? {} : { now: flags.now }),
    ...(keys.length === 0 ? {} : { secretKey: keys }),
  })
  const { url, propertyId } = sandbox
  const kept = { url, pid: process.pid, adminToken: sandbox.adminToken, apiKey: sandbox.apiKey, propertyId }
  await writeCredentials(flags.database, kept).catch((error: unknown) => {
    // A read-only file system is no reason not to serve: who started it sees the keys here.
    note(`note: ${(error as Error).message} Other commands will need --url and --admin-token.`)
  })

  if (flags.json) {
    const { dashboardUrl, apiKey: key, adminToken: token } = sandbox
    print(JSON.stringify({ url, dashboardUrl, propertyId, apiKey: key, adminToken: token }))
  } else {
    const credentials = credentialsPath(flags.database)
    print(startBanner({ sandbox, flags, credentials, ms: performance.now() - startedAt }))
  }
  // A signal that came while it was starting.
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

function readTls({ tlsCert, tlsKey }: ServeFlags): { cert: Buffer; key: Buffer } | undefined {
  if (tlsCert === undefined && tlsKey === undefined) return undefined
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new CliError(
      'usage',
      `TLS needs both files: --tls-${tlsCert === undefined ? 'cert' : 'key'} is missing.`,
    )
  }
  return { cert: readPem(tlsCert, '--tls-cert'), key: readPem(tlsKey, '--tls-key') }
}

function readPem(path: string, flag: string): Buffer {
  let pem: Buffer
  try {
    pem = readFileSync(path)
  } catch (error) {
    throw new CliError('file', `${flag} ${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
  if (pem.includes('-----BEGIN ')) return pem
  throw new CliError('file', `${flag} ${path} is not in PEM form (no "-----BEGIN …" line in it).`)
}
