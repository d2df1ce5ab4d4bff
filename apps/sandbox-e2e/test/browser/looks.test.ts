/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage, type OpenPage } from './page.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe has against the page as it is now. */
async function judge(page: Page): Promise<string[]> {
  // Injected by the debugger, so the policy of the page does not matter to it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
    ).axe // Every rule is looked at; of what is fine only the first place is told.
      .run({ resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    )
  })
}

/** Shows the page in light or dark, as it is when nothing moves any more. */
async function lookIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect
    .poll(() =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length),
    )
    .toBe(0)
}

/** Something on every page, and each page of one thing. */
async function everyPlace({ sandbox, call, receive }: OpenPage): Promise<string[]> {
  const { control } = sandbox
  const inbox = await receive('payment.created', 'booking.created')
  inbox.respond = [204, 500]
  const booking = await control.bookings.create()
  const body = { amount: '25.00', paymentMethod: 'Cash', type: 'income', bid: booking.id }
  const key = '0f8fad5b-d9cb-4469-a165-70867728950e'
  const made = await call('POST', '/payments', { body, headers: { 'idempotency-key': key } })
  await call('POST', '/payments', { body, headers: { 'idempotency-key': key } })
  await call('GET', '/bookings/nobody')
  await control.clock.advance(0)
  await control.faults.add({ when: 'before', action: { type: 'status', status: 503 }, times: 1 })
  await control.origins.set(['https://booking.example.com'])
  const [delivery] = (await control.deliveries.list()).results
  const [request] = await control.requests.list()
  return [
    '',
    'requests',
    `requests/${request!.id}`,
    'deliveries',
    `deliveries/${delivery!.id}`,
    'endpoints',
    `endpoints/${inbox.endpointId}`,
    'events',
    `events/${delivery!.event_id}`,
    'bookings',
    `bookings/${booking.id}`,
    'payments',
    `payments/${made.json.id}`,
    `keys/${key}`,
    'clock',
    'faults',
    'api-keys',
    'origins',
    'properties',
    'data',
    'preferences',
    'nowhere',
  ]
}

describe('every page', () => {
  it.each([
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ])(
    'is clean for axe at $width by $height, in light and in dark, and fits',
    async (viewport) => {
      const stage = await openPage()
      const { page, sandbox } = stage
      const places = await everyPlace(stage)
      await page.setViewportSize(viewport)
      await stage.open()
      const problems: unknown[] = []
      for (const place of places) {
        await page.goto(`${sandbox.url}/dashboard/p/${sandbox.propertyId}/${place}`)
        await page.locator('main h1').waitFor()
        await expect.poll(() => page.getByText('Loading…').count()).toBe(0)
        for (const colorScheme of ['light', 'dark'] as const) {
          await lookIn(page, colorScheme)
          const found = await judge(page)
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          if (found.length > 0 || wide > 0) problems.push({ place, colorScheme, found, wide })
        }
      }
      expect(problems).toEqual([])
      // Twenty-two pages, each looked through on a machine that has other things to do.
    },
    240_000,
  )
})

const nobody = '00000000-0000-4000-8000-000000000000'
const emptyPlaces = [
  'requests',
  'requests?q=nothing',
  `requests/${nobody}`,
  'deliveries',
  'deliveries?status=dead',
]
  .concat([`deliveries/${nobody}`, 'endpoints', 'events', 'bookings', 'payments', `payments/${nobody}`])
  .concat([`keys/${nobody}`, 'clock', 'faults', 'origins', 'data'])

describe('every state', () => {
  it.each([
    ['light', { width: 1280, height: 800 }],
    ['dark', { width: 390, height: 844 }],
  ] as const)(
    'is clean for axe in %s at %o: nothing there, dialogs, menus, the palette, failures, waiting',
    async (colorScheme, viewport) => {
      const stage = await openPage()
      const { page, sandbox } = stage
      stage.tolerate(/status of (?:400|401|404|500)/)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(viewport)
      const problems: unknown[] = []
      const look = async (state: string) => {
        const found = await judge(page)
        if (found.length > 0) problems.push({ state, found })
      }
      const visit = async (place: string) => {
        await page.goto(`${sandbox.url}/dashboard/p/${sandbox.propertyId}/${place}`)
        await page.locator('main h1').waitFor()
      }
      await page.goto(`${sandbox.url}/dashboard#token=wrong`)
      await page.getByText('This is not the admin token of this sandbox.').waitFor()
      await look('the form that signs in')
      await stage.open()
      for (const place of emptyPlaces) {
        await visit(place)
        await expect.poll(() => page.getByText('Loading…').count()).toBe(0)
        await look(`${place}, empty`)
      }

      await visit('api-keys')
      await page.getByRole('button', { name: 'Generate' }).click()
      await page.getByRole('status', { name: 'Your new API key' }).waitFor()
      await look('a secret')
      await page.getByRole('row').getByRole('button', { name: 'Delete' }).first().click()
      await page.getByRole('alertdialog').waitFor()
      await look('a question')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'I have stored it' }).click()

      await visit('payments?record=yes')
      await page.getByRole('dialog').waitFor()
      await look('a dialog')
      await page.getByRole('dialog').getByLabel('Amount').fill('1')
      await page.getByRole('dialog').getByLabel('Booking id').fill('nobody')
      await page.getByRole('dialog').getByRole('button', { name: 'Record a payment' }).click()
      await page.getByRole('alert').waitFor()
      await look('a form that is refused')
      await visit('bookings?make=yes')
      await page.getByRole('dialog').waitFor()
      await look('the form of a booking')
      await page.goto(`${sandbox.url}/dashboard/p/${nobody}/deliveries`)
      await page.getByText('There is no such property').waitFor()
      await look('a property that is none')

      await visit('deliveries')
      for (const menu of ['View', 'Export']) {
        await page.getByRole('button', { name: menu }).click()
        await page.getByRole('menu').waitFor()
        await look(`the menu ${menu}`)
        await page.keyboard.press('Escape')
        await page.getByRole('menu').waitFor({ state: 'detached' })
      }
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await look('the sheet of shortcuts')
      await page.keyboard.press('Escape')
      for (const text of ['', 'clo', 'nothing of this name']) {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Search' }).fill(text)
        if (text.startsWith('nothing')) await page.locator('[cmdk-empty]').waitFor()
        await look(`the palette with "${text}"`)
        await page.keyboard.press('Escape')
        await page.getByRole('combobox', { name: 'Search' }).waitFor({ state: 'detached' })
      }
      if (viewport.width < 500) {
        await page.getByRole('button', { name: 'Menu' }).click()
        await page.getByRole('dialog').waitFor()
        await look('the drawer')
      }

      const calls = /\/properties\/[^/]+\/(?:deliveries|payments)\?/
      await page.route(calls, (route) =>
        route.fulfill({
          status: 500,
          json: { code: 'internal_error', message: 'Something broke.', details: [] },
        }),
      )
      await visit('payments')
      await page.getByRole('alert').waitFor()
      await look('a failure')
      await page.unroute(calls)
      await page.route(calls, () => undefined)
      await visit('deliveries')
      await page.getByText('Loading…').first().waitFor({ state: 'attached' })
      await look('waiting')
      expect(problems).toEqual([])
    },
    240_000,
  )
})

describe('a phone', () => {
  it('has a narrow head, and every amount and button in view', async () => {
    const stage = await openPage()
    const { page, call } = stage
    await call('POST', '/payments', {
      body: { amount: '25.00', paymentMethod: 'Cash', type: 'income', name: 'Towels' },
    })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${stage.sandbox.url}/dashboard#token=${stage.sandbox.adminToken}`)
    await page.getByLabel('Counts').waitFor()
    expect((await page.locator('header.bar').boundingBox())!.height).toBeLessThan(60)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Payments' }).click()
    const amount = page.getByText('25.00', { exact: true })
    await amount.waitFor()
    const box = (await amount.boundingBox())!
    expect(box.x + box.width).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'API Keys' }).click()
    const button = (await page.getByRole('button', { name: 'Delete' }).boundingBox())!
    expect(button.x + button.width).toBeLessThanOrEqual(390)
  })
})

describe('the first load', () => {
  it('is at most 250 KB in at most 10 requests', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const urls = new Map<string, string>()
    const bytes = new Map<string, number>()
    session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url))
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
      bytes.set(requestId, encodedDataLength),
    )
    await page.goto(`${sandbox.url}/dashboard#token=${sandbox.adminToken}`)
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await page.locator('.chart').first().waitFor()
    const files = [...urls].filter(([, url]) => !url.includes('/sandbox/'))
    const total = files.reduce((sum, [id]) => sum + (bytes.get(id) ?? 0), 0)
    expect(files.map(([, url]) => url)).toHaveLength(Math.min(files.length, 10))
    expect(total).toBeLessThanOrEqual(250_000)
    expect(total).toBeGreaterThan(100_000)
  })
})

describe('a language', () => {
  it('is that of the browser or the one that is chosen: Portuguese', async () => {
    const stage = await openPage()
    const { page } = stage
    await stage.open('preferences')
    await page.getByLabel('Language').selectOption('pt')
    await page.getByRole('heading', { level: 1, name: 'Preferências' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('pt')
    await page.getByRole('link', { name: 'Reservas' }).click()
    await page.getByText('Ainda não há reservas').waitFor()
    // The token is still nowhere but in the tab.
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['svc-sandbox-prefs'])
  })

  it('dark is chosen, and kept', async () => {
    const stage = await openPage()
    const { page } = stage
    await stage.open('preferences')
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await background()
    await page.getByLabel('Colours').selectOption('dark')
    const dark = await background()
    expect(dark).not.toBe(light)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
    expect(await background()).toBe(dark)
  })
})
