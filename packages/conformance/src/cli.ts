import { writeFile } from 'node:fs/promises'
import { Command, CommanderError, InvalidArgumentError } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { ConformanceError } from './errors.ts'
import { type PrintOptions, printReport } from './print-report.ts'
import { htmlOf } from './html-report.ts'
import { badgeOf, junitOf } from './report-files.ts'
import { isHeld, type Report } from './report.ts'
import { runConformance } from './run-conformance.ts'

/** Where the command writes, and its environment. */
export interface CliIo extends PrintOptions {
  out: (text: string) => void
  err: (text: string) => void
  env: Readonly<Record<string, string | undefined>>
  /** Aborted when the run shall end. */
  signal?: AbortSignal | undefined
}

/** Exit codes: nothing broken; something broken; there is no result. */
export const exitCodes = { held: 0, broken: 1, usage: 2 } as const

interface Flags {
  url?: string
  apiKey?: string
  adminToken?: string
  property?: string
  destructive: boolean
  inboxUrl?: string
  inboxPort?: number
  webhookUrl?: string
  origin?: string
  patience?: number
  wait: boolean
  only?: string[]
  strict: boolean
  json: boolean
  junit?: string
  html?: string
  badge?: string
}

function whole(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

function address(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError('It must be a URL of http or https.')
  return text
}

function program(io: CliIo): Command {
  return new Command('svc-conformance')
    .version(packageJson.version, '-V, --version', 'print the version')
    .description(
      'Runs the contract of the property service against any server, row by row, decision by decision.',
    )
    .option('--url <url>', 'base address, what comes before /api/v1/client (SVC_URL)')
    .option('--api-key <key>', 'API key of the property (SVC_API_KEY)')
    .option(
      '--admin-token <token>',
      'admin token, when it is a sandbox: also what its virtual clock shows (SVC_ADMIN_TOKEN)',
    )
    .option('--property <id>', 'property of the key, when the sandbox has several (SVC_PROPERTY_ID)')
    .option(
      '--destructive',
      'also create payments and endpoints (removed again), receive deliveries and use up the rate limit',
      false,
    )
    .option(
      '--inbox-url <url>',
      'how the server reaches --inbox-port of this machine, such as a tunnel',
      address,
    )
    .option('--inbox-port <port>', 'where deliveries arrive on loopback (4030 with --inbox-url)', whole)
    .option(
      '--webhook-url <url>',
      'address for endpoints without deliveries, if example.com is refused',
      address,
    )
    .option('--origin <origin>', 'an origin that the property lists', address)
    .option(
      '--patience <seconds>',
      'wait so long for deliveries: 75 for a second attempt, 9600 for all',
      whole,
    )
    .option('--no-wait', 'skip the rest when the rate limit is used up')
    .option('--only <rows...>', 'only these rows or checks, such as 4.1 D8 6 status-filter')
    .option('--strict', 'fail also where a decision differs', false)
    .option('--json', 'print the report as JSON', false)
    .option('--junit <file>', 'write the report for CI too')
    .option('--html <file>', 'write the report as a page too')
    .option('--badge <file>', 'write a badge (SVG) too')
    .addHelpText('after', '\nExit code: 0 nothing broken, 1 something broken, 2 no result.')
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
}

/** `svc-conformance`: runs the contract against a server and prints what it found. Resolves to the exit code. */
export async function conformanceCli(args: readonly string[], io: CliIo): Promise<number> {
  const command = program(io)
  try {
    command.parse(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.held : exitCodes.usage
    throw error
  }
  const flags = command.opts<Flags>()
  const url = flags.url ?? io.env['SVC_URL']
  const apiKey = flags.apiKey ?? io.env['SVC_API_KEY']
  const adminToken = flags.adminToken ?? io.env['SVC_ADMIN_TOKEN']
  const propertyId = flags.property ?? io.env['SVC_PROPERTY_ID']
  const refuse = (message: string) => {
    io.err(`svc-conformance: ${message}\n`)
    return exitCodes.usage
  }
  if (!url) return refuse('give --url or set SVC_URL')
  if (!apiKey) return refuse('give --api-key or set SVC_API_KEY')
  try {
    const report = await runConformance({
      url,
      apiKey,
      destructive: flags.destructive,
      inboxUrl: flags.inboxUrl,
      inboxPort: flags.inboxPort,
      webhookUrl: flags.webhookUrl,
      origin: flags.origin,
      patience: flags.patience,
      wait: flags.wait,
      signal: io.signal,
      onWait: (seconds) => io.err(`waiting ${seconds} s for the rate limit …\n`),
      adminToken: adminToken || undefined,
      propertyId: propertyId || undefined,
      only: flags.only,
    })
    await writeFiles(report, flags)
    io.out(flags.json ? `${JSON.stringify(report, null, 2)}\n` : `${printReport(report, io)}\n`)
    return isHeld(report, flags) ? exitCodes.held : exitCodes.broken
  } catch (error) {
    if (error instanceof ConformanceError) return refuse(error.message)
    if (error instanceof Error && 'syscall' in error) return refuse(error.message)
    throw error
  }
}

async function writeFiles(report: Report, { junit, html, badge, strict }: Flags): Promise<void> {
  if (junit) await writeFile(junit, junitOf(report, { strict }))
  if (html) await writeFile(html, htmlOf(report))
  if (badge) await writeFile(badge, badgeOf(report))
}
