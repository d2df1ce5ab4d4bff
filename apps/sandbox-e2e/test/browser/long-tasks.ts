/// <reference lib="dom" />
// `npm run long-tasks`: how long the dashboard keeps a browser from answering, with 100,000 deliveries and a full log of requests.
// A measurement, and no test of every run: timings are never asserted there.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startSandbox } from '../../../sandbox/src/index.ts'
import { fillDeliveries } from '../kit/fill-deliveries.ts'
import { launchChromium } from './chromium.ts'

/** Milliseconds that a task may take: of the processor, or with `--clock` by the clock, which wants a quiet machine. */
const budget = 100
const by = process.argv.includes('--clock') ? 'clock' : 'processor'

const folder = mkdtempSync(join(tmpdir(), 'svc-long-'))
const database = join(folder, 'sandbox.db')
await fillDeliveries(database, 100_000)
await using sandbox = await startSandbox({ database, clock: 'manual', rateLimit: 'off' })
for (let count = 0; count < 1_000; count += 1) {
  await fetch(`${sandbox.url}/api/v1/client/bookings?page=${count + 1}`, {
    headers: { 'x-api-key': sandbox.apiKey },
  })
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds by the clock, and of the processor. */
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** Milliseconds of a task. The clock counts what else the machine does meanwhile: on a quiet one both are near each other. */
interface Task {
  processor: number
  clock: number
}

/** The tasks of the page's main thread in a trace. */
function tasksOf(trace: Buffer): Task[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return traceEvents
    .filter(({ name, pid, tid }) => name === 'RunTask' && main.has(`${pid} ${tid}`))
    .map(({ tdur = 0, dur = 0 }) => ({ processor: tdur / 1_000, clock: dur / 1_000 }))
}

async function scroll(page: Page): Promise<void> {
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, 900)
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, -900)
}

const browser = await launchChromium()
let over = false
try {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1360, height: 850 } })
  const page = await context.newPage()
  const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata']
  const measure = async (what: string, act: () => Promise<void>) => {
    await browser.startTracing(page, { categories })
    await act()
    const tasks = tasksOf(await browser.stopTracing())
    const longest = (of: keyof Task) => Math.round(Math.max(0, ...tasks.map((task) => task[of])))
    over ||= longest(by) > budget
    const long = tasks.filter((task) => task[by] > 50).length
    console.log(
      `${what}: ${tasks.length} tasks, ${long} above 50 ms, the longest ${longest('processor')} ms of the processor, ` +
        `${longest('clock')} ms by the clock`,
    )
  }
  const home = `${sandbox.url}/dashboard/p/${sandbox.propertyId}`
  await measure('home, first load', async () => {
    await page.goto(`${sandbox.url}/dashboard#token=${sandbox.adminToken}`)
    await page.locator('.chart').first().waitFor()
  })
  await measure('100,000 deliveries, opened', async () => {
    await page.goto(`${home}/deliveries`)
    await page.getByText('100,000 deliveries').waitFor()
  })
  await measure('ten pages on, each scrolled', async () => {
    for (let turn = 2; turn <= 12; turn += 1) {
      await page.getByRole('button', { name: 'Older' }).click()
      await page.getByText(`page ${turn} of`).waitFor()
      await page.mouse.wheel(0, 1_500)
    }
  })
  await measure('sorted three ways', async () => {
    for (const head of ['Status', 'Attempts', 'Event']) {
      await page.getByRole('columnheader', { name: head }).getByRole('button').click()
      await page.waitForURL(/sort=/)
      await page.locator('tbody tr').nth(24).waitFor()
    }
  })
  await measure('1,000 requests, opened', async () => {
    await page.goto(`${home}/requests`)
    await page.locator('tbody tr').nth(20).waitFor()
  })
  await measure('scrolled to their end and back', () => scroll(page))
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
if (over) {
  console.error(`A task took more than ${budget} ms.`)
  process.exitCode = 1
}
