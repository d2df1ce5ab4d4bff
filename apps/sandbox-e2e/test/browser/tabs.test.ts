/// <reference lib="dom" />
import { describe, expect, it } from 'vitest'
import { openPage } from './page.ts'

describe('two tabs', () => {
  it('keep what was chosen in either, and show it at once', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open('payments')
    await sandbox.control.payments.create({ amount: '1.00', paymentMethod: 'Cash', type: 'income' })
    const other = await page.context().newPage()
    await other.goto(`${sandbox.url}/dashboard/p/${sandbox.propertyId}/preferences`)
    await page.getByRole('columnheader', { name: 'Method' }).waitFor()
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Method' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Method' }).waitFor({ state: 'detached' })
    await other.getByLabel('Colours').selectOption('dark')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
    await page.reload()
    await page.getByRole('columnheader', { name: 'Amount' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Method' }).count()).toBe(0)
    await other.close()
  })

  it('after a restart with another token, one that is signed in anew signs in the other, and no old token goes round', async () => {
    const stage = await openPage()
    stage.tolerate(/status of 401/)
    const { page, sandbox } = stage
    let restarted = false
    let refused = 0
    await page.context().route('**/sandbox/**', async (route) => {
      const headers = route.request().headers()
      const old = headers['authorization'] === `Bearer ${sandbox.adminToken}`
      if (restarted && old) {
        refused += 1
        return route.fulfill({
          status: 401,
          json: {
            code: 'unauthorized',
            message: 'This is not the admin token of this sandbox.',
            details: [],
          },
        })
      }
      return route.continue({ headers: { ...headers, authorization: `Bearer ${sandbox.adminToken}` } })
    })
    await stage.open('bookings')
    const other = await page.context().newPage()
    await other.goto(`${sandbox.url}/dashboard/p/${sandbox.propertyId}/clock`)
    await other.getByRole('button', { name: '1 day' }).waitFor()
    restarted = true
    // It asks the first tab, which has nothing better, and says so.
    await other.getByRole('button', { name: '1 day' }).click()
    await other.getByText('This is not the admin token of this sandbox.').waitFor()
    await other.getByLabel('Admin token').fill('svc_admin_new')
    await other.keyboard.press('Enter')
    await other.getByRole('button', { name: '1 day' }).waitFor()
    // The first tab notices only now that its token is none any more, and asks.
    await page.getByRole('button', { name: 'Make a booking' }).first().click()
    const token = () => page.evaluate(() => sessionStorage.getItem('svc-sandbox-admin-token'))
    await expect.poll(token).toBe('svc_admin_new')
    await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor()
    expect(await page.getByLabel('Admin token').count()).toBe(0)
    const before = refused
    await page.getByLabel('Status').selectOption('cancelled')
    await page.waitForURL(/cancelled/)
    expect(refused).toBe(before)
    await other.close()
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
  })
})

describe('a control API that fails', () => {
  it('is heard of when an action of the palette, its search or the first steps do not work', async () => {
    const stage = await openPage()
    stage.tolerate(/status of 500/)
    const { page } = stage
    await stage.open()
    await page.getByLabel('Counts').waitFor()
    const broken = { status: 500, json: { code: 'internal_error', message: 'Something broke.', details: [] } }
    const calls = /\/sandbox\/(?:clock|properties\/[^/]+\/(?:search|first-steps))/
    await page.route(calls, (route) => route.fulfill(broken))
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search' })
    await search.fill('advance')
    await page.getByRole('option', { name: /Advance.*minute/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Something broke.').first().waitFor()

    await page.keyboard.press('Control+k')
    await search.fill('nothing of this name')
    await page.getByRole('dialog', { name: 'Search' }).getByText('Something broke.').waitFor()
    expect(await page.getByText('Nothing found').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.reload()
    const steps = page.locator('section', { has: page.getByRole('heading', { name: 'Your first hour' }) })
    await steps.getByText('Something broke.').waitFor()
    expect(await steps.getByRole('listitem').count()).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await steps.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => steps.getByRole('listitem').count()).toBe(5)
  })
})

describe('what changes while one edits', () => {
  it('stays: of a payment and of an endpoint only what was edited is sent', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const { payments, webhooks } = sandbox.control
    const made = await payments.create({ amount: '1', paymentMethod: 'Cash', type: 'income', name: 'Towels' })
    await stage.open(`payments/${made.id}`)
    await page.getByRole('button', { name: 'Edit payment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Description').fill('three of them')
    await payments.update(made.id, { amount: '77' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await payments.get(made.id)).toMatchObject({ amount: '77.0000', description: 'three of them' })
    // Nothing edited is nothing sent.
    await page.getByRole('button', { name: 'Edit payment' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })

    const { id } = await webhooks.create({ url: 'http://127.0.0.1:9/old', events: ['payment.created'] })
    await page.goto(`${sandbox.url}/dashboard/p/${sandbox.propertyId}/endpoints/${id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('URL').fill('http://127.0.0.1:9/new')
    await webhooks.update(id, { events: ['payment.created', 'booking.created'] })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: 'http://127.0.0.1:9/new' }).waitFor()
    const [endpoint] = await webhooks.list()
    expect(endpoint).toMatchObject({ url: 'http://127.0.0.1:9/new' })
    expect(endpoint!.events.toSorted()).toEqual(['booking.created', 'payment.created'])
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  })
})

describe('a slow control API', () => {
  it('leaves the rows of before where they are, and shows that they are those', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await sandbox.control.payments.create({
      amount: '1',
      paymentMethod: 'POS',
      type: 'income',
      name: 'Towels',
    })
    await stage.open('payments')
    await page.getByRole('link', { name: 'Towels' }).waitFor()
    const held = Promise.withResolvers<void>()
    await page.route(/paymentMethod=Cash/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.getByLabel('Method').selectOption('Cash')
    await page.locator('.table[aria-busy=true]').waitFor()
    await page.getByRole('link', { name: 'Towels' }).waitFor()
    held.resolve()
    await page.getByText('No payment matches').waitFor()
    expect(await page.locator('.table[aria-busy=true]').count()).toBe(0)
  })
})
