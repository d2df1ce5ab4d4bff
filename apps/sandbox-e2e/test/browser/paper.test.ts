/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './page.ts'

const payment = { amount: '25.00', paymentMethod: 'Cash' as const, type: 'income' as const }

/** What of the page cannot be seen on paper, where nothing is scrolled. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main pre, main .tree, main .table, main td, main dd')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
      .map((one) => `${one.tagName} ${one.innerText.slice(0, 60)}`),
  )

describe('on paper', () => {
  it('a delivery is whole and dark on light, without what is there to be pressed', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.failDelivery()
    const [delivery] = (await sandbox.control.deliveries.list()).results
    await page.emulateMedia({ colorScheme: 'dark' })
    await stage.open(`deliveries/${delivery!.id}`)
    await page.getByRole('heading', { name: 'On the wire' }).waitFor()
    expect(await cutOff(page)).not.toEqual([])
    // A page of A4 between its margins.
    await page.setViewportSize({ width: 718, height: 1_000 })
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await cutOff(page)).toEqual([])
    for (const name of ['Resend', 'Copy', 'Menu', 'Sign out'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    expect(await page.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
    const colour = () => page.evaluate(() => getComputedStyle(document.body).color)
    const [red, green, blue] = (await colour()).match(/\d+/g)!.map(Number)
    expect(Math.max(red!, green!, blue!)).toBeLessThan(80)
    // Rows stay rows: they are cards on a phone.
    expect(await page.locator('main table thead').first().isVisible()).toBe(true)
    await page.emulateMedia({ media: 'print', colorScheme: 'light' })
    expect(await colour()).toBe(`rgb(${red}, ${green}, ${blue})`)
  })
})

describe('room', () => {
  it('of a description of pages takes a few lines; it is whole in what the API shows', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const description = `${'line\n'.repeat(500)}end of it`
    const { id } = await sandbox.control.payments.create({ ...payment, description })
    const booking = await sandbox.control.bookings.create({ description })
    for (const place of [`payments/${id}`, `bookings/${booking.id}`]) {
      await stage.open(place)
      const fact = page.locator('.facts').getByText('line').first()
      expect((await fact.boundingBox())!.height).toBeLessThan(100)
      expect(await page.locator('.tree').innerText()).toContain('end of it')
    }
  })

  it('goes to the path in the list of requests', async () => {
    const stage = await openPage()
    const { page, call } = stage
    await page.setViewportSize({ width: 1280, height: 850 })
    await call('GET', '/bookings?limit=20&status=confirmed')
    await stage.open('requests')
    const path = page.getByRole('link', { name: 'GET /api/v1/client/bookings?limit=20&status=confirmed' })
    await path.waitFor()
    expect(await path.evaluate((link) => link.scrollWidth <= link.clientWidth)).toBe(true)
  })

  it('goes to the list of payments on a phone: filters come when they are asked for', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await sandbox.control.payments.create({ ...payment, name: 'Towels' })
    await page.setViewportSize({ width: 390, height: 844 })
    await stage.open('payments')
    const first = page.getByRole('link', { name: 'Towels' })
    await first.waitFor()
    expect((await first.boundingBox())!.y).toBeLessThan(844 / 2)
    expect(await page.getByLabel('Method').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByLabel('Method').selectOption('POS')
    await page.getByText('No payment matches').waitFor()
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    expect(await page.getByLabel('Method').isVisible()).toBe(false)
    await page.setViewportSize({ width: 1280, height: 850 })
    expect(await page.getByLabel('Method').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Filters (1)' }).count()).toBe(0)
  })
})

describe('a page of 320 pixels', () => {
  it.each(['en-US', 'pt-PT'])('fits, as one of 1280 does at 400 %%, in %s', async (language) => {
    const stage = await openPage({ seed: 'hostel' })
    const { page, sandbox } = stage
    await stage.receive('payment.created', 'booking.created')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.addInitScript(
      `localStorage.setItem('svc-sandbox-prefs', '{"language":"${language.slice(0, 2)}"}')`,
    )
    await stage.open()
    const wide: unknown[] = []
    const lists = ['', 'requests', 'deliveries', 'endpoints', 'events', 'bookings', 'payments', 'clock']
    for (const place of [...lists, 'faults', 'api-keys', 'origins', 'properties', 'data', 'preferences']) {
      await page.goto(`${sandbox.url}/dashboard/p/${sandbox.propertyId}/${place}`)
      await page.locator('main h1').waitFor()
      await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (beyond > 0) wide.push({ place, beyond })
    }
    expect(wide).toEqual([])
  })
})
