/// <reference lib="dom" />
import { openInbox } from '@svc/testing'
import { describe, expect, it } from 'vitest'
import { openPage } from './page.ts'
import { focused, goTo, staysSomewhere, tabTo } from './unplugged.ts'

describe('with the mouse unplugged', () => {
  it('a key is generated, stored and deleted', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open('api-keys')
    await page.getByRole('button', { name: 'Generate' }).waitFor()
    await tabTo(page, 'Name')
    await page.keyboard.type('Booking engine')
    await page.keyboard.press('Enter')
    await page.getByRole('status', { name: 'Your new API key' }).waitFor()
    await staysSomewhere(page)
    await tabTo(page, 'I have stored it')
    await page.keyboard.press('Enter')
    await page.getByRole('status', { name: 'Your new API key' }).waitFor({ state: 'detached' })
    await staysSomewhere(page)
    const row = page.getByRole('row').filter({ hasText: 'Booking engine' })
    await row.getByRole('button', { name: 'Delete' }).waitFor()
    // The last one of the list.
    await tabTo(page, 'Delete')
    await page.keyboard.press('Tab')
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await tabTo(page, 'Keep')
    await page.keyboard.press('Tab')
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await row.waitFor({ state: 'detached' })
    await staysSomewhere(page)
    expect(await sandbox.control.apiKeys.list()).toHaveLength(1)
  })

  it('an endpoint is added, and a sample sent to it', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await using inbox = await openInbox()
    const url = `${inbox.url}/by-keyboard`
    await stage.open('endpoints')
    await page.getByRole('button', { name: 'Add endpoint' }).first().waitFor()
    await tabTo(page, 'Add endpoint')
    await page.keyboard.press('Enter')
    await tabTo(page, 'URL')
    await page.keyboard.type(url)
    await tabTo(page, 'payment.created')
    await page.keyboard.press('Space')
    await tabTo(page, 'Add endpoint')
    await page.keyboard.press('Enter')
    await page.getByText('Signing secret').first().waitFor()
    await staysSomewhere(page)
    await expect
      .poll(async () => (await sandbox.control.webhooks.list()).map((one) => one.url))
      .toContain(url)
    await tabTo(page, 'I have stored it')
    await page.keyboard.press('Enter')
    await staysSomewhere(page)
    await tabTo(page, url)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: url }).waitFor()
    await staysSomewhere(page)
    await tabTo(page, 'Send a sample')
    await page.keyboard.press('Enter')
    await page.getByText('Answered 204').waitFor()
    await staysSomewhere(page)
  })

  it('a payment is recorded', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open()
    await page.getByLabel('Counts').waitFor()
    await goTo(page, 'p', 'Payments')
    await tabTo(page, 'Record a payment')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Record a payment' }).waitFor()
    await tabTo(page, 'Amount')
    await page.keyboard.type('12.5')
    await tabTo(page, 'Name')
    await page.keyboard.type('Bicycle')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Bicycle' }).waitFor()
    await staysSomewhere(page)
    expect((await sandbox.control.payments.list()).results[0]).toMatchObject({ amount: '12.5000' })
  })

  it('a delivery is found, read and sent once more', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const inbox = await stage.failDelivery()
    const [delivery] = (await sandbox.control.deliveries.list()).results
    await stage.open()
    await page.getByLabel('Counts').waitFor()
    // By the palette, with the id.
    await page.keyboard.press('Control+k')
    const search = page.getByRole('combobox', { name: 'Search' })
    await search.waitFor()
    await page.keyboard.type(delivery!.id)
    await page.getByRole('option', { name: 'payment.created' }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'payment.created' }).waitFor()
    await staysSomewhere(page)
    await tabTo(page, 'Resend', 'Shift+Tab').catch(() => tabTo(page, 'Resend'))
    inbox.respond = 204
    await page.keyboard.press('Enter')
    await page.locator('.facts').getByText('delivered', { exact: true }).waitFor()
    await staysSomewhere(page)
    // What it sent can be unfolded and scrolled.
    await tabTo(page, /^Attempt 1/)
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Sent by attempt 1' }).waitFor()
    await tabTo(page, 'Sent by attempt 1')
    expect(inbox.all()).toHaveLength(2)
  })

  it('the clock is advanced, and a list sorted and looked at anew', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.receive('payment.created', 'booking.created')
    await sandbox.control.events.trigger('payment.created')
    await sandbox.control.events.trigger('booking.created')
    await stage.open()
    await page.getByLabel('Counts').waitFor()
    await goTo(page, 'c', 'Clock')
    const before = Date.parse((await sandbox.control.clock.get()).now)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).waitFor()
    await page.keyboard.type('minute')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(async () => Date.parse((await sandbox.control.clock.get()).now) - before).toBe(60_000)
    await page.locator('.palette').waitFor({ state: 'detached' })
    // What says that it is done keeps no key from the page.
    await page.locator('.toast').waitFor()
    await staysSomewhere(page)

    await goTo(page, 'd', 'Deliveries')
    await page.getByRole('table').waitFor()
    await tabTo(page, 'Event')
    while ((await focused(page)).tag !== 'BUTTON') {
      await page.keyboard.press('Tab')
      await tabTo(page, 'Event')
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(/sort=event_type/)
    expect((await focused(page)).name).toBe('Event')
    await tabTo(page, 'View', 'Shift+Tab')
    await page.keyboard.press('Enter')
    const attempts = page.getByRole('menuitemcheckbox', { name: 'Attempts' })
    await attempts.waitFor()
    for (
      let step = 0;
      step < 20 && !(await attempts.evaluate((one) => one === document.activeElement));
      step += 1
    )
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('columnheader', { name: 'Attempts' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await attempts.waitFor({ state: 'detached' })
    expect((await focused(page)).name).toBe('View')
  })
})
