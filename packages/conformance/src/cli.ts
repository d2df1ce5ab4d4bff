import { Command, CommanderError } from 'commander'
import { ConformanceError } from './errors.ts'
import { type PrintOptions, printReport } from './print-report.ts'
import { isHeld } from './report.ts'
import { runConformance } from './run-conformance.ts'

/** Where the command writes, and its environment. */
export interface CliIo extends PrintOptions {
  out: (text: string) => void
  err: (text: string) => void
  env: Readonly<Record<string, string | undefined>>
}

/** Exit codes: nothing broken; something broken; the run could not begin. */
export const exitCodes = { held: 0, broken: 1, usage: 2 } as const

interface Flags {
  url?: string
  apiKey?: string
  adminToken?: string
  property?: string
  destructive: boolean
  only?: string[]
  strict: boolean
  json: boolean
}

/** `svc-conformance`: runs the contract against a server and prints what it found. Resolves to the exit code. */
export async function conformanceCli(args: readonly string[], io: CliIo): Promise<number> {
  const program = new Command('svc-conformance')
    .description(
      'Runs the contract of the property service against any server, row by row, decision by decision.',
    )
    .option('--url <url>', 'base address, what comes before /api/v1/client (SVC_URL)')
    .option('--api-key <key>', 'API key of the property (SVC_API_KEY)')
    .option(
      '--admin-token <token>',
      'admin token, when it is a sandbox: proves deliveries too (SVC_ADMIN_TOKEN)',
    )
    .option('--property <id>', 'property of the key, when the sandbox has several (SVC_PROPERTY_ID)')
    .option(
      '--destructive',
      'also create payments and endpoints (removed again) and use up the rate limit',
      false,
    )
    .option('--only <rows...>', 'only these rows, such as 4.1 D8 6')
    .option('--strict', 'fail also where a decision (D1–D20) differs', false)
    .option('--json', 'print the report as JSON', false)
    .addHelpText('after', '\nExit code: 0 nothing broken, 1 something broken, 2 the run could not begin.')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
  try {
    program.parse(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.held : exitCodes.usage
    throw error
  }
  const flags = program.opts<Flags>()
  const url = flags.url ?? io.env['SVC_URL']
  const apiKey = flags.apiKey ?? io.env['SVC_API_KEY']
  const adminToken = flags.adminToken ?? io.env['SVC_ADMIN_TOKEN']
  const propertyId = flags.property ?? io.env['SVC_PROPERTY_ID']
  if (!url || !URL.canParse(url)) {
    io.err(`svc-conformance: ${url ? `${JSON.stringify(url)} is no URL` : 'give --url or set SVC_URL'}\n`)
    return exitCodes.usage
  }
  if (!apiKey) {
    io.err('svc-conformance: give --api-key or set SVC_API_KEY\n')
    return exitCodes.usage
  }
  try {
    const report = await runConformance({
      url,
      apiKey,
      destructive: flags.destructive,
      onWait: (seconds) => io.err(`waiting ${seconds} s for the rate limit …\n`),
      adminToken: adminToken || undefined,
      propertyId: propertyId || undefined,
      only: flags.only,
    })
    io.out(flags.json ? `${JSON.stringify(report, null, 2)}\n` : `${printReport(report, io)}\n`)
    return isHeld(report, flags) ? exitCodes.held : exitCodes.broken
  } catch (error) {
    if (!(error instanceof ConformanceError)) throw error
    io.err(`svc-conformance: ${error.message}\n`)
    return exitCodes.usage
  }
}
