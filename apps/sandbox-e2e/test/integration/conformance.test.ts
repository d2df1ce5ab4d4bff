import { operations } from '@svc/models'
import { type ConformanceOptions, type Report, runConformance } from '@svc/conformance'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../sandbox/src/index.ts'
import { freshDatabase, type Kind, kinds, noon } from '../../../sandbox/test/kit/index.ts'
import { repository, runProgram } from '../kit/run-program.ts'

/** The same hostel on each storage, on a clock that stands still, with the rate limit of the specification. */
const hostel: SandboxOptions = { clock: 'manual', now: noon, seed: 'hostel' }

interface Run {
  report: Report
  /** What the run could have left behind, before and after it. */
  states: unknown[]
}

async function run(
  kind: Kind,
  sandboxOptions: SandboxOptions,
  optionsOf: (sandbox: Sandbox) => Partial<ConformanceOptions>,
): Promise<Run> {
  await using sandbox = await startSandbox({ ...sandboxOptions, ...(await freshDatabase(kind)) })
  const { url, apiKey, control } = sandbox
  const state = async () => {
    const { bookings = [], payments = [] } = (await control.export()).tables
    return {
      // The bookings that it makes on a sandbox stay behind, cancelled.
      bookings: bookings.filter((booking) => booking['status'] !== 'cancelled').length,
      payments: payments.filter((payment) => payment['status'] === 1).length,
      endpoints: await control.webhooks.list(),
      faults: await control.faults.list(),
    }
  }
  const before = await state()
  const report = await runConformance({ url, apiKey, destructive: true, ...optionsOf(sandbox) })
  return { report, states: [before, await state()] }
}

/** With the admin token, on a clock that stands still and is advanced by the kit. */
const asAdmin = (kind: Kind) => run(kind, hostel, ({ adminToken }) => ({ adminToken }))

/** Rows about deliveries. */
const deliveries = [
  '6',
  '2.6',
  '3',
  'D13',
  'D14',
  'D15',
  'D21',
  'five-seconds',
  'four-seconds',
  'history',
  'retry',
]

/** Deliveries as of a server of somebody else: in real time, up to the second attempt. */
const fromOutside = (kind: Kind) =>
  run(kind, { seed: 'hostel', rateLimit: 'off' }, () => ({ patience: 75, only: deliveries }))

const skippedAs = ({ report }: Run) =>
  Object.fromEntries(
    report.rows.filter(({ outcome }) => outcome === 'skipped').map(({ id, reason }) => [id, reason]),
  )
const wrong = ({ report }: Run) =>
  report.rows.filter(({ outcome }) => outcome === 'broken' || outcome === 'differs')

describe('the contract holds on every storage', () => {
  const runs = new Map<string, Run>()
  const runOf = (name: string): Run => {
    const found = runs.get(name)
    if (!found) throw new Error(`No run ${name}`)
    return found
  }
  // Side by side: most of a run is waiting for deliveries to run into their five seconds, or for a second attempt.
  beforeAll(async () => {
    await Promise.all(
      kinds.flatMap((kind) => [
        asAdmin(kind).then((result) => runs.set(`${kind} as admin`, result)),
        fromOutside(kind).then((result) => runs.set(`${kind} from outside`, result)),
      ]),
    )
  }, 300_000)

  it.each(kinds)('%s: every row held, nothing left behind', (kind) => {
    const result = runOf(`${kind} as admin`)
    expect(wrong(result)).toEqual([])
    expect(skippedAs(result)).toEqual({
      https: 'plain http on loopback (D16)',
      'updated-at': 'the clock stands still; on one that runs it would run',
      retry: 'needs --patience 75',
      'retry-bytes': 'needs --patience 75',
      ladder: 'needs --patience 9600',
    })
    const { report, states } = result
    expect(report.left).toEqual([])
    expect(states[0]).toMatchObject({ endpoints: [], faults: [] })
    expect(states[1]).toEqual(states[0])
    // Every section of the specification with an operation, and most of the decisions.
    const rows = new Set(report.rows.map(({ row }) => row))
    for (const { section } of Object.values(operations)) expect(rows).toContain(section)
    expect([...rows].filter((row) => row.startsWith('D')).length).toBeGreaterThan(12)
  })

  it.each(kinds)('%s: deliveries are judged without an admin token', (kind) => {
    const result = runOf(`${kind} from outside`)
    expect(wrong(result)).toEqual([])
    expect(new Set(Object.values(skippedAs(result)))).toEqual(new Set(['needs --admin-token']))
    const held = result.report.rows.filter(({ outcome }) => outcome === 'held').map(({ id }) => id)
    expect(held).toEqual(
      expect.arrayContaining([
        'signature',
        'envelope',
        'delivery-record',
        'five-seconds',
        'retry',
        'history',
      ]),
    )
    expect(result.states[1]).toEqual(result.states[0])
  })

  it('and every storage gives the same answers', () => {
    for (const way of ['as admin', 'from outside']) {
      const [first, ...others] = kinds.map((kind) =>
        runOf(`${kind} ${way}`).report.rows.map(({ row, title, outcome, answer }) => ({
          row,
          title,
          outcome,
          answer,
        })),
      )
      expect(first?.filter(({ answer }) => answer !== undefined).length).toBeGreaterThan(5)
      for (const other of others) expect(other).toEqual(first)
    }
  })

  it('without leave to destroy, a run changes nothing', async () => {
    await using sandbox = await startSandbox({ ...hostel, rateLimit: 'off' })
    const { url, apiKey, control } = sandbox
    const before = (await control.export()).tables
    const report = await runConformance({ url, apiKey })
    expect(report.summary).toMatchObject({ broken: 0, differs: 0 })
    expect(report.summary.held).toBeGreaterThan(5)
    const after = (await control.export()).tables
    for (const name of [
      'payments',
      'webhook_endpoints',
      'bookings',
      'events',
      'deliveries',
      'idempotency_records',
    ]) {
      expect(after[name], name).toBeDefined()
      expect(after[name], name).toEqual(before[name])
    }
  })
})

describe('svc-conformance as a program', () => {
  let sandbox: Sandbox
  beforeEach(async () => {
    sandbox = await startSandbox(hostel)
  })
  afterEach(() => sandbox.close())

  const conformance = (args: string[], env: Record<string, string> = {}) =>
    runProgram(process.execPath, [`${repository}packages/conformance/bin/svc-conformance.js`, ...args], {
      env: { SVC_URL: sandbox.url, SVC_API_KEY: sandbox.apiKey, ...env },
    })

  it('prints a table that a person can read, and ends with 0', async () => {
    const { code, stdout, stderr } = await conformance(['--only', '4.1', '4.2', 'D8'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/│ row +│ what +│ found +│ answer +│/)
    expect(stdout).toMatch(/│ 4\.1 +│ .*│ held +│/)
    expect(stdout).toMatch(/│ D8 +│/)
    expect(stdout).toContain(`${sandbox.url}: `)
    expect(stdout).toMatch(/ 0 broken, 0 differ, /)
  })

  it('prints JSON for programs, deliveries included when it may', async () => {
    const args = ['--json', '--destructive', '--only', '6', '8', 'D14', '--admin-token', sandbox.adminToken]
    const { code, stdout } = await conformance(args)
    expect(code).toBe(0)
    const report = JSON.parse(stdout) as Report
    expect(report).toMatchObject({
      url: sandbox.url,
      destructive: true,
      admin: true,
      summary: { broken: 0, differs: 0 },
    })
    const held = report.rows.filter(({ outcome }) => outcome === 'held').map(({ id }) => id)
    expect(held).toEqual(
      expect.arrayContaining(['signature', 'booking-events', 'sandbox-ladder', 'rotated-secret']),
    )
    expect(stdout).not.toContain(sandbox.apiKey)
  })

  it('finds what is broken, with the request and the answer, and ends with 1', async () => {
    await sandbox.control.faults.add({
      when: 'after',
      match: { method: 'GET', path: '/api/v1/client/bookings' },
      action: { type: 'status', status: 200, body: { results: [], total_count: '7' } },
    })
    const { code, stdout } = await conformance(['--only', '4.1'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/broken: 4\.1/)
    expect(stdout).toContain('GET /api/v1/client/bookings')
    expect(stdout).toContain('total_count')
    expect(stdout + JSON.stringify(stdout)).not.toContain(sandbox.apiKey)
  })

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['a wrong key', ['--api-key', 'nope'], {}, /refuses the API key: GET .* 401/],
    ['no key', [], { SVC_API_KEY: '' }, /--api-key or set SVC_API_KEY/],
    ['an address that is none', ['--url', 'not a url'], {}, /"not a url" is no URL/],
    ['nobody there', ['--url', 'http://127.0.0.1:9'], {}, /No server answers at http:\/\/127\.0\.0\.1:9/],
    ['a wrong flag', ['--everything'], {}, /unknown option '--everything'/],
  ])('%s ends with 2 and a sentence', async (_what, args, env, says) => {
    const { code, stdout, stderr } = await conformance(args, env)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(says)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})
