import { connectSandbox, type SandboxControl } from '@svc/control'
import { unknownOptions } from '@svc/models'
import { causesOf } from './causes.ts'
import type { Check, CheckContext, Need } from './check.ts'
import { allChecks } from './checks/index.ts'
import { ConformanceError } from './errors.ts'
import { asAnswer, asCurl, excerpt } from './evidence.ts'
import type { Exchange } from './exchange.ts'
import { createProbe } from './probe.ts'
import { fold, type Found } from './fold.ts'
import { openReceivers, type Receivers } from './receivers.ts'
import { inOrder, type Report, type ReportRow } from './report.ts'
import { type Runtime, systemRuntime } from './runtime.ts'
import { baseUrlOf, survey } from './survey.ts'
import { endpointWord } from './things/endpoints.ts'
import { Follows, Skip, Violation } from './verdict.ts'

/** Which server is checked, and what the run may do. */
export interface ConformanceOptions {
  /** Base address of the server: what comes before `/api/v1/client`. */
  url: string
  /** An API key of the service. */
  apiKey: string
  /** Admin token, when the server is a sandbox: with `destructive`, what its virtual clock shows is checked too. */
  adminToken?: string | undefined
  /** The property that the API key opens. @default the sandbox's only one */
  propertyId?: string | undefined
  /**
   * Whether the run may create payments and endpoints, which it removes again, make events, and use up the rate limit.
   * On a sandbox it also moves the clock, and cancelled bookings stay behind. @default false
   */
  destructive?: boolean | undefined
  /**
   * Address at which the server reaches `inboxPort` of this machine, such as that of a tunnel: then deliveries are
   * checked. @default a listener on loopback, when the server is on loopback
   */
  inboxUrl?: string | undefined
  /** Port on loopback at which deliveries arrive. @default 4030 with `inboxUrl`, else any free one */
  inboxPort?: number | undefined
  /** Address for endpoints that get no delivery, for a server that looks names up. @default one of documents */
  webhookUrl?: string | undefined
  /** An origin that the property lists. @default on a sandbox, one is listed for the run */
  origin?: string | undefined
  /**
   * Seconds to wait for what takes its time: 10 for deliveries, 75 for the second attempt, 9600 for all five.
   * @default 10
   */
  patience?: number | undefined
  /** Whether to wait when the rate limit is used up; else what is left is skipped. @default true */
  wait?: boolean | undefined
  /** Only rows that start with one of these, or checks of this name: `4.1`, `D8`, `6`, `status-filter`. @default all */
  only?: readonly string[] | undefined
  /** Stops the run: what was made is removed, and it rejects with `interrupted`. */
  signal?: AbortSignal | undefined
  /** Called when the run has to wait for the server's rate limit. */
  onWait?: ((seconds: number) => void) | undefined
  /** Called after each check, before it is known what follows from what. */
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
export function runConformance(options: ConformanceOptions): Promise<Report> {
  return runWith(systemRuntime, options)
}

/** As {@link runConformance}, on time and network of its caller. */
export async function runWith(outside: Runtime, options: ConformanceOptions): Promise<Report> {
  checkOptions(options)
  const { apiKey, destructive = false, onRow, onWait, signal } = options
  const baseUrl = baseUrlOf(options.url)
  const checks = chosen(options.only)
  const started = outside.now()
  const undos = new Map<string, () => Promise<unknown>>()
  const left: string[] = []
  const stopped = () => new ConformanceError('interrupted', 'The run was interrupted.')
  if (signal?.aborted) throw stopped()
  let stopping = false
  const stop = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => {
      stopping = true
      reject(stopped())
    })
  })
  stop.catch(() => {})

  const runtime: Runtime = {
    ...outside,
    pause: (ms) => (stopping ? stop : Promise.race([outside.pause(ms), stop])),
  }
  const control = options.adminToken ? await sandboxAt(baseUrl, options) : undefined
  const probe = createProbe({
    baseUrl,
    apiKey,
    onWait,
    wait: options.wait,
    // On a manual clock, waiting would never end.
    pass: async (seconds) =>
      void (await (control && destructive ? control.clock.advance(seconds) : runtime.pause(seconds * 1_000))),
    transport: (url, timeoutMs) => {
      const transport = outside.transport(url, timeoutMs)
      return {
        ...transport,
        send: (request) => (stopping ? Promise.reject(stopped()) : transport.send(request)),
      }
    },
  })
  const made = new Map<string, Promise<unknown>>()
  let receivers: Receivers | undefined
  const found: Found[] = []

  async function cleanUp(): Promise<void> {
    stopping = false
    for (const [what, undo] of [...undos].toReversed()) {
      const gone = await undo().then(isGone, () => false)
      if (!gone) left.push(what)
    }
  }

  /** How many endpoints a property may have is the server's own affair, so no check leaves any behind. */
  async function removeEndpoints(before: ReadonlySet<string>): Promise<void> {
    for (const [what, undo] of undos) {
      if (what.startsWith(endpointWord) && !before.has(what)) await undo().catch(() => undefined)
    }
  }

  try {
    const ways = await survey(probe, baseUrl)
    receivers = await inboxFor(baseUrl, options, runtime)
    const context: CheckContext = {
      probe,
      baseUrl,
      destructive,
      ways,
      runtime,
      control,
      receivers,
      patience: options.patience ?? 10,
      webhookUrl: options.webhookUrl,
      origin: options.origin,
      once<T>(key: string, make: () => Promise<T>) {
        const known = made.get(key) ?? make()
        made.set(key, known)
        return known as Promise<T>
      },
      cleanUp: (what, undo) => void undos.set(what, undo),
      gone: (what) => void undos.delete(what),
    }
    await addBookings(context)
    for (const check of checks) {
      const before = new Set(undos.keys())
      const one = await runCheck(check, context, { baseUrl, apiKey })
      await removeEndpoints(before)
      if (stopping) throw stopped()
      found.push(one)
      onRow?.(one.row)
    }
  } catch (error) {
    await cleanUp()
    if (!(error instanceof ConformanceError) || left.length === 0) throw error
    throw new ConformanceError(error.code, `${error.message} Left behind: ${left.join(', ')}.`, {
      cause: error,
    })
  } finally {
    if (found.length === checks.length) await cleanUp()
    await receivers?.close()
    probe.close()
  }
  const rows = inOrder(fold(found))
  const count = (outcome: ReportRow['outcome']) => rows.filter((row) => row.outcome === outcome).length
  return {
    url: baseUrl,
    destructive,
    admin: control !== undefined,
    inbox: receivers !== undefined,
    started_at: new Date(started).toISOString(),
    duration_ms: outside.now() - started,
    requests: probe.exchanges.length,
    summary: {
      broken: count('broken'),
      differs: count('differs'),
      held: count('held'),
      skipped: count('skipped'),
    },
    rows,
    left,
  }
}

/** What an option must be, in words, and how that is seen. */
const forms = {
  text: ['a text', (value: unknown) => typeof value === 'string'],
  truth: ['true or false', (value: unknown) => typeof value === 'boolean'],
  number: ['a number from 0', (value: unknown) => typeof value === 'number' && value >= 0],
  texts: [
    'a list of texts',
    (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
  ],
  function: ['a function', (value: unknown) => typeof value === 'function'],
  signal: [
    'an AbortSignal',
    (value: unknown) => typeof value === 'object' && value !== null && 'aborted' in value,
  ],
} as const

const optionForms: { readonly [Name in keyof Required<ConformanceOptions>]: keyof typeof forms } = {
  url: 'text',
  apiKey: 'text',
  adminToken: 'text',
  propertyId: 'text',
  destructive: 'truth',
  inboxUrl: 'text',
  inboxPort: 'number',
  webhookUrl: 'text',
  origin: 'text',
  patience: 'number',
  wait: 'truth',
  only: 'texts',
  signal: 'signal',
  onWait: 'function',
  onRow: 'function',
}

/**
 * A run whose `destrutive` is ignored would prove less than it seems to (D25), and one whose `destructive` is `'false'`
 * would write to a server that it was not to touch.
 */
function checkOptions(options: ConformanceOptions): void {
  const problems = unknownOptions(options, optionForms)
  for (const [name, form] of Object.entries(optionForms)) {
    const value: unknown = options?.[name as keyof ConformanceOptions]
    const [words, holds] = forms[form]
    if (value === undefined) {
      if (name === 'url' || name === 'apiKey') problems.push({ path: name, message: 'is required' })
    } else if (!holds(value)) problems.push({ path: name, message: `must be ${words}` })
  }
  if (problems.length === 0) return
  const words = problems.map(({ path, message }) => `${path} ${message}`.trim())
  throw new ConformanceError('invalid_option', `runConformance: ${words.join('; ')}.`.replace('?.', '?'))
}

/** `4` covers 4.1, but not 4x; `D1` covers D1 alone. */
const isUnder = ({ row, id }: Check, wanted: string): boolean =>
  row.toLowerCase() === wanted.toLowerCase() || row.startsWith(`${wanted}.`) || id === wanted

/** @throws ConformanceError `unknown_row` */
function chosen(only: readonly string[] | undefined): readonly Check[] {
  if (!only) return allChecks
  const unknown = only.filter((wanted) => !allChecks.some((check) => isUnder(check, wanted)))
  if (unknown.length > 0) {
    const rows = [...new Set(allChecks.map(({ row }) => row))].join(' ')
    throw new ConformanceError('unknown_row', `There is no row ${unknown.join(', ')}. There are: ${rows}.`)
  }
  return allChecks.filter((check) => only.some((wanted) => isUnder(check, wanted)))
}

/** @throws ConformanceError `no_sandbox` */
async function sandboxAt(
  url: string,
  { adminToken, propertyId }: ConformanceOptions,
): Promise<SandboxControl> {
  const control = connectSandbox({ url, adminToken, propertyId })
  try {
    await control.clock.get()
    await control.propertyId()
    return control
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConformanceError(
      'no_sandbox',
      `An admin token is for a sandbox alone, and ${url} is none, or not with this token: ${reason}`,
      { cause: error },
    )
  }
}

const onLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** @throws ConformanceError `no_inbox` when the port is taken */
async function inboxFor(
  baseUrl: string,
  { destructive, inboxUrl, inboxPort }: ConformanceOptions,
  runtime: Runtime,
): Promise<Receivers | undefined> {
  if (!destructive || (!inboxUrl && !onLoopback.test(new URL(baseUrl).hostname))) return undefined
  const port = inboxPort ?? (inboxUrl ? 4030 : 0)
  try {
    return await openReceivers({ runtime, port, publicUrl: inboxUrl })
  } catch (error) {
    throw new ConformanceError('no_inbox', `No inbox can be opened on port ${port}: ${String(error)}`, {
      cause: error,
    })
  }
}

/** Gives a bare sandbox some bookings to read, one with a gap in its stay; they are cancelled at the end. */
async function addBookings({ control, destructive, cleanUp }: CheckContext): Promise<void> {
  if (!control || !destructive) return
  const nights = (...dates: string[]) => ({ stay_dates: dates.map((date) => ({ date, amount: 2_500 })) })
  const wanted = [
    nights('2027-03-01', '2027-03-02', '2027-03-05'),
    nights('2027-03-01', '2027-03-02', '2027-03-03'),
  ]
  const { total_count } = await control.bookings.list({ limit: 1 })
  for (const input of total_count < 4 ? [...wanted, {}, {}] : wanted) {
    const { id } = await control.bookings.create(input)
    cleanUp(`booking ${id}`, () => control.bookings.cancel(id))
  }
}

/** Whether what an undo was for is gone: it answers with nothing, or with an exchange. */
const isGone = (result: unknown): boolean => {
  const { status } = (result ?? {}) as Partial<Exchange>
  return status === undefined || status < 300 || status === 404
}

const needWords: Record<Need, string> = {
  destructive: '--destructive',
  admin: '--admin-token',
  inbox: '--inbox-url',
}

/** What a check lacks, in the words of the command. */
function lacking({ needs = [], patience = 0 }: Check, context: CheckContext): string[] {
  const has: Record<Need, boolean> = {
    destructive: context.destructive,
    admin: context.control !== undefined,
    // Without leave to destroy there is none yet.
    inbox: context.receivers !== undefined || onLoopback.test(new URL(context.baseUrl).hostname),
  }
  const words = needs.filter((need) => !has[need]).map((need) => needWords[need])
  return context.patience < patience ? [...words, `--patience ${patience}`] : words
}

/** What one of the answers shows, or, where a row judges all answers, what each of those shows that are wrong. */
function causesIn(seen: readonly Exchange[], id: string, error: unknown): string[] {
  const [first = [], ...others] = seen.map((exchange) => {
    const causes = causesOf(exchange)
    // Only rougher ones are its causes.
    return causes.includes(id) ? causes.slice(0, causes.indexOf(id)) : causes
  })
  const judgesAll = error instanceof Violation && error.all !== undefined
  const common = (each: string) => others.every((causes) => causes.includes(each))
  return judgesAll ? first.filter(common) : [first, ...others].flat()
}

async function runCheck(
  check: Check,
  context: CheckContext,
  shownBy: { baseUrl: string; apiKey: string },
): Promise<Found> {
  const { id, row, title } = check
  const about = { id, row, title }
  const words = lacking(check, context)
  if (words.length > 0) {
    return { check, row: { ...about, outcome: 'skipped', reason: `needs ${words.join(' and ')}` } }
  }
  const from = context.probe.exchanges.length
  try {
    const answer = await check.run(context)
    return { check, row: { ...about, outcome: 'held', ...(answer && { answer }) } }
  } catch (error) {
    if (error instanceof ConformanceError) throw error
    if (error instanceof Skip) return { check, row: { ...about, outcome: 'skipped', reason: error.message } }
    const known = error instanceof Violation
    // What it shows may be older than the check: a list that several have read once.
    const asked = [...(known ? error.exchanges : []), ...context.probe.exchanges.slice(from)]
    const seen = causesIn((known && error.all) || asked, id, error)
    const after = known ? error.after : []
    const message = known ? error.message : `the check could not be finished: ${String(error)}`
    const exchanges = known ? error.exchanges : context.probe.exchanges.slice(-1)
    const failure: ReportRow = {
      ...about,
      outcome: row.startsWith('D') ? 'differs' : 'broken',
      evidence: [message, ...exchanges.map(excerpt)],
      shown: exchanges.map((exchange) => ({ curl: asCurl(exchange, shownBy), answer: asAnswer(exchange) })),
    }
    if (failure.outcome === 'differs') failure.answer = message
    return error instanceof Follows
      ? { check, row: failure, after, seen, cause: error.from }
      : { check, row: failure, after, seen }
  }
}
