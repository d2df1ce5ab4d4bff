/// <reference lib="dom" />
// `npm run long-tasks`: how long the dashboard keeps a browser from answering, with 100,000 deliveries and a full log of requests.
// A measurement and no test: on a machine that is busy with something else every task is long.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startSandbox } from '../../../sandbox/src/index.ts'
import { fillDeliveries } from '../kit/fill-deliveries.ts'
import { launchChromium } from './chromium.ts'

/** Milliseconds that a task may take. */
const budget = 100

const folder = mkdtempSync(join(tmpdir(), 'svc-long-'))
const database = join(folder, 'sandbox.db')
await fillDeliveries(database, 100_000)
await using sandbox = await startSandbox({ database, clock: 'manual', rateLimit: 'off' })
for (let count = 0; count < 1_000; count += 1) {
  await fetch(`${sandbox.url}/api/v1/client/bookings?page=${count + 1}`, {
    headers: { 'x-api-key': sandbox.apiKey },
  })
}

/** Starts to note the tasks above 50 ms, which is what browsers call long. */
const watch = (page: Page) =>
  page.addInitScript({
    content: `globalThis.longTasks = []
      new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
        .observe({ type: 'longtask', buffered: true })`,
  })

const longest = (page: Page) =>
  page.evaluate(() => {
    const tasks = (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0)
    return { count: tasks.length, longest: Math.max(0, ...tasks) }
  })

async function scroll(page: Page): Promise<void> {
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, 900)
  for (let step = 0; step < 40; step += 1) await page.mouse.wheel(0, -900)
}

const browser = await launchChromium()
let over = false
try {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1360, height: 850 } })
  const page = await context.newPage()
  await watch(page)
  const report = async (what: string) => {
    const found = await longest(page)
    over ||= found.longest > budget
    console.log(`${what}: ${found.count} tasks above 50 ms, the longest ${Math.round(found.longest)} ms`)
  }
  await page.goto(`${sandbox.url}/dashboard#token=${sandbox.adminToken}`)
  await page.locator('.chart').first().waitFor()
  await report('home, first load')
  const home = `${sandbox.url}/dashboard/p/${sandbox.propertyId}`
  await page.goto(`${home}/deliveries`)
  await page.getByText('100,000 deliveries').waitFor()
  await report('deliveries, opened')
  for (let turn = 2; turn <= 12; turn += 1) {
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText(`page ${turn} of`).waitFor()
    await page.mouse.wheel(0, 1_500)
  }
  await report('deliveries, ten pages on and scrolled')
  for (const head of ['Status', 'Attempts', 'Event']) {
    await page.getByRole('columnheader', { name: head }).getByRole('button').click()
    await page.waitForURL(/sort=/)
    await page.locator('tbody tr').nth(24).waitFor()
  }
  await report('deliveries, sorted three ways')
  await page.goto(`${home}/requests`)
  await page.locator('tbody tr').nth(20).waitFor()
  await report('1,000 requests, opened')
  await scroll(page)
  await report('1,000 requests, scrolled to the end and back')
} finally {
  await browser.close()
  rmSync(folder, { recursive: true })
}
if (over) {
  console.error(`A task took more than ${budget} ms.`)
  process.exitCode = 1
}
