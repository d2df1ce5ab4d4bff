// `npm run screenshots`: pictures of the main pages of the dashboard, light, dark and on a phone, into docs/dashboard/.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openInbox } from '@svc/testing'
import type { Page } from 'playwright-core'
import { startSandbox } from '../../../sandbox/src/index.ts'
import { launchChromium } from './chromium.ts'

const folder = join(import.meta.dirname, '../../../../docs/dashboard')

await using sandbox = await startSandbox({
  database: ':memory:',
  clock: 'manual',
  now: '2026-11-21T12:00:00Z',
  seed: 'hostel',
  rateLimit: 'off',
})
const { control } = sandbox
await using works = await openInbox({ control })
await using fails = await openInbox({ control })
works.respond = [500, 204]
fails.respond = { status: 503, body: 'the shop is being painted' }

/** A morning of a partner: payments, lists, a mistake, a retry. */
async function liveAMorning(): Promise<void> {
  const events = ['payment.created', 'booking.created'] as const
  await control.webhooks.create({ url: works.url, events: [...events] })
  await control.webhooks.create({ url: fails.url, events: ['payment.created'] })
  const call = (method: string, path: string, body?: object, key: string = crypto.randomUUID()) =>
    fetch(`${sandbox.url}/api/v1/client${path}`, {
      method,
      headers: {
        'x-api-key': sandbox.apiKey,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: body ? JSON.stringify(body) : null,
    })
  const payment = { amount: '25.00', paymentMethod: 'Cash', type: 'income', name: 'Towels' }
  for (let turn = 0; turn < 8; turn += 1) {
    await call('POST', '/payments', { ...payment, amount: `${turn + 2}5.00` })
    for (let list = 0; list <= turn % 3; list += 1) await call('GET', '/bookings?limit=20')
    await control.clock.advance(240)
  }
  const key = crypto.randomUUID()
  await call('POST', '/payments', payment, key)
  await call('POST', '/payments', payment, key)
  await call('POST', '/payments', { ...payment, amount: 25 })
  await control.clock.advance(0)
}

/** @param at what is at the top of the picture. @default the page's own top */
async function picture(page: Page, place: string, name: string, at?: string): Promise<void> {
  await page.goto(`${sandbox.url}/dashboard/p/${sandbox.propertyId}/${place}`)
  await page.locator('main h1').waitFor()
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined)
  if (at !== undefined) await page.locator(at).evaluate((element) => element.scrollIntoView())
  await page.screenshot({ path: join(folder, `${name}.png`) })
  console.log(`${name}.png`)
}

await liveAMorning()
await mkdir(folder, { recursive: true })
const [delivery] = (await control.deliveries.list({ status: 'failed' })).results
const [request] = await control.requests.list({ limit: 1 })
const browser = await launchChromium()
try {
  for (const look of ['light', 'dark', 'phone'] as const) {
    const context = await browser.newContext({
      locale: 'en-US',
      colorScheme: look === 'dark' ? 'dark' : 'light',
      viewport: look === 'phone' ? { width: 390, height: 844 } : { width: 1360, height: 850 },
    })
    const page = await context.newPage()
    await page.goto(`${sandbox.url}/dashboard#token=${sandbox.adminToken}`)
    await page.locator('main h1').waitFor()
    await picture(page, '', `home-${look}`)
    await picture(page, `requests/${request!.id}`, `request-${look}`)
    await picture(page, `deliveries/${delivery!.id}`, `delivery-${look}`)
    await picture(page, `deliveries/${delivery!.id}`, `attempt-${look}`, 'section:has(> .wire)')
    await picture(page, 'deliveries?sort=-attempts', `deliveries-${look}`)
    await picture(page, 'faults', `faults-${look}`)
    await context.close()
  }
} finally {
  await browser.close()
}
