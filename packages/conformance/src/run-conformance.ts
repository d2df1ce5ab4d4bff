import { connectSandbox } from '@svc/control'
import { type OptionNames, unknownOptions } from '@svc/models'
import { type Check, type CheckContext, type Need, Skip, Violation, Violations } from './check.ts'
import { allChecks } from './checks/index.ts'
import { ConformanceError } from './errors.ts'
import { createProbe } from './exchange.ts'
import type { Report, ReportRow } from './report.ts'

/** Which server is checked, and what the run may do. */
export interface ConformanceOptions {
  /** Base address of the server: what comes before `/api/v1/client`. */
  url: string
  apiKey: string
  /** Admin token, when the server is a sandbox: with `destructive`, deliveries are checked too. */
  adminToken?: string | undefined
  /** The property that the API key opens. @default the sandbox's only one */
  propertyId?: string | undefined
  /**
   * Whether the run may create payments and endpoints, which it removes again, make events, and use up the rate limit.
   * On a sandbox it also moves the clock, and cancelled bookings stay behind. @default false
   */
  destructive?: boolean | undefined
  /** Only rows that start with one of these: `4.1`, `D8`, `6`. @default all */
  only?: readonly string[] | undefined
  /** Called when the run has to wait for the server's rate limit. */
  onWait?: ((seconds: number) => void) | undefined
  /** Called after each check. */
  onRow?: ((row: ReportRow) => void) | undefined
}

/**
 * Checks a server against the contract and reports a row for each section of the specification and each decision.
 * Without `destructive` it changes nothing: it reads, and it sends requests that every conforming server refuses and
 * that even a careless server cannot carry out.
 *
 * @throws ConformanceError when the server cannot be reached or refuses the API key: then no result would mean anything
 * @example
 * const report = await runConformance({ url: sandbox.url, apiKey: sandbox.apiKey, destructive: true })
 * expect(report.summary.broken).toBe(0)
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  checkOptions(options)
  const { apiKey, adminToken, propertyId, destructive = false, only, onRow, onWait } = options
  const baseUrl = options.url.replace(/(?<!\/)\/+$/, '')
  const control = adminToken ? connectSandbox({ url: baseUrl, adminToken, propertyId }) : undefined
  const started = Date.now()
  const undos: (() => Promise<unknown>)[] = []
  const probe = createProbe({
    baseUrl,
    apiKey,
    onWait,
    // On a manual clock, waiting would never end.
    pass: control && destructive ? async (seconds) => void (await control.clock.advance(seconds)) : undefined,
  })
  const context: CheckContext = {
    probe,
    baseUrl,
    destructive,
    control,
    cleanUp: (undo) => void undos.push(undo),
  }
  const rows: ReportRow[] = []
  const add = (row: ReportRow) => {
    rows.push(row)
    onRow?.(row)
  }
  try {
    await reach(context)
    await addBookings(context)
    for (const check of allChecks) {
      if (only && !only.some((prefix) => isUnder(check.row, prefix))) continue
      add(await runCheck(check, context))
    }
  } finally {
    for (const undo of undos.toReversed()) {
      await undo().catch((error: unknown) =>
        add({ row: 'clean-up', title: 'clean-up after the run', outcome: 'skipped', reason: String(error) }),
      )
    }
    probe.close()
  }
  const count = (outcome: ReportRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
  return {
    url: baseUrl,
    destructive,
    admin: control !== undefined,
    started_at: new Date(started).toISOString(),
    duration_ms: Date.now() - started,
    requests: probe.exchanges.length,
    summary: {
      held: count('held'),
      broken: count('broken'),
      differs: count('differs'),
      skipped: count('skipped'),
    },
    rows,
  }
}

const optionNames: OptionNames<ConformanceOptions> = {
  url: true,
  apiKey: true,
  adminToken: true,
  propertyId: true,
  destructive: true,
  only: true,
  onWait: true,
  onRow: true,
}

/** A run whose `destrutive` is ignored would prove less than it seems to (D25). */
function checkOptions(options: ConformanceOptions): void {
  const problems = unknownOptions(options, optionNames)
  for (const name of ['url', 'apiKey'] as const) {
    if (typeof options?.[name] !== 'string') problems.push({ path: name, message: 'is required' })
  }
  if (problems.length === 0) return
  const words = problems.map(({ path, message }) => `${path} ${message}`.trim())
  throw new ConformanceError('invalid_option', `runConformance: ${words.join('; ')}.`)
}

/** `4` covers 4.1, but not 4x; `D1` covers D1 alone. */
const isUnder = (row: string, prefix: string): boolean =>
  row.toLowerCase() === prefix.toLowerCase() || row.startsWith(`${prefix}.`)

async function reach({ probe, baseUrl }: CheckContext): Promise<void> {
  const path = '/api/v1/client/bookings?limit=1'
  const exchange = await probe.send({ method: 'GET', path }).catch((cause: unknown) => {
    throw new ConformanceError('unreachable', `No server answers at ${baseUrl}: ${String(cause)}`, { cause })
  })
  if (exchange.status === 401 || exchange.status === 403) {
    throw new ConformanceError(
      'api_key_refused',
      `The server refuses the API key: GET ${path} → ${exchange.status} ${exchange.text}`,
    )
  }
}

const needWords: Record<Need, string> = { destructive: '--destructive', admin: '--admin-token' }

/** Gives a bare sandbox some bookings to read; they are cancelled at the end. */
async function addBookings({ control, destructive, cleanUp }: CheckContext): Promise<void> {
  if (!control || !destructive || (await control.bookings.list({ limit: 1 })).total_count >= enoughBookings)
    return
  for (let made = 0; made < enoughBookings; made++) {
    const { id } = await control.bookings.create()
    cleanUp(() => control.bookings.cancel(id))
  }
}

const enoughBookings = 4

async function runCheck(check: Check, context: CheckContext): Promise<ReportRow> {
  const { row, title, needs = [] } = check
  const has: Record<Need, boolean> = {
    destructive: context.destructive,
    admin: context.control !== undefined,
  }
  const missing = needs.filter((need) => !has[need])
  if (missing.length > 0) {
    return {
      row,
      title,
      outcome: 'skipped',
      reason: `needs ${missing.map((need) => needWords[need]).join(' and ')}`,
    }
  }
  try {
    const answer = await check.run(context)
    return { row, title, outcome: 'held', ...(answer && { answer }) }
  } catch (error) {
    if (error instanceof ConformanceError) throw error
    if (error instanceof Skip) return { row, title, outcome: 'skipped', reason: error.message }
    const known = error instanceof Violation || error instanceof Violations
    const evidence = known ? [...error.evidence] : [`the check could not be finished: ${String(error)}`]
    const isDecision = row.startsWith('D')
    return isDecision && known
      ? { row, title, outcome: 'differs', answer: error.message, evidence }
      : { row, title, outcome: 'broken', evidence }
  }
}
