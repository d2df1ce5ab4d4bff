/// <reference lib="dom" />
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openPage } from './page.ts'
import { confirm, focused, goTo, pressAt, staysSomewhere, tabTo, writeAt } from './unplugged.ts'

describe('with the mouse unplugged', () => {
  it('a booking is made, paid, written about and cancelled', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open('bookings')
    await page.getByRole('button', { name: 'Make a booking' }).first().waitFor()
    await pressAt(page, 'Make a booking')
    await page.getByRole('heading', { name: 'Stay dates' }).waitFor()
    await staysSomewhere(page)
    const [made] = (await sandbox.control.bookings.list()).results
    const status = async () => (await sandbox.control.bookings.get(made!.id)).status
    await pressAt(page, 'Change the status', 'p')
    // Chosen, and not yet sent.
    expect(await status()).toBe('confirmed')
    await pressAt(page, 'Change')
    await expect.poll(status).toBe('paid')
    await staysSomewhere(page)
    await writeAt(page, 'Text', 'We arrive late.')
    await pressAt(page, 'Let it arrive')
    await page.getByText('It arrived and fired').waitFor()
    await staysSomewhere(page)
    await confirm(page, 'Cancel booking')
    await expect.poll(status).toBe('cancelled')
  })

  it('a list is saved as CSV and as JSON', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await sandbox.control.bookings.seed({ bookings: 3 })
    const { results } = await sandbox.control.bookings.list()
    await stage.open('bookings')
    await page.getByRole('row').nth(3).waitFor()
    const save = async (form: 'CSV' | 'JSON') => {
      await pressAt(page, 'Export')
      const item = page.getByRole('menuitem', { name: form, exact: true })
      await item.waitFor()
      while ((await focused(page)).name !== form) await page.keyboard.press('ArrowDown')
      const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
      await item.waitFor({ state: 'detached' })
      // The menu is closed, and its button has the focus again.
      await expect.poll(async () => (await focused(page)).name).toBe('Export')
      return { name: saved.suggestedFilename(), text: readFileSync(await saved.path(), 'utf8') }
    }
    const csv = await save('CSV')
    expect(csv.name).toBe('bookings.csv')
    for (const { id } of results) expect(csv.text).toContain(id)
    const json = await save('JSON')
    expect(json.name).toBe('bookings.json')
    expect(JSON.parse(json.text)).toEqual(results)
  })

  it('a payment is found among others, on a phone too', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const fields = { paymentMethod: 'Cash', type: 'income' } as const
    await sandbox.control.payments.create({ ...fields, amount: '12.5', name: 'Towels' })
    await sandbox.control.payments.create({ ...fields, amount: '99', name: 'Boat' })
    await stage.open()
    await goTo(page, 'p', 'Payments')
    const names = () => page.locator('tbody td.main').allInnerTexts()
    await expect.poll(names).toEqual(['Boat', 'Towels'])
    await writeAt(page, 'Amount', '12,50')
    await expect.poll(names).toEqual(['Towels'])
    await writeAt(page, 'Name or description', 'boat')
    await page.keyboard.press('Enter')
    await page.getByText('No payment matches').waitFor()
    await pressAt(page, 'Clear the filters')
    await expect.poll(names).toEqual(['Boat', 'Towels'])
    await staysSomewhere(page)

    await page.setViewportSize({ width: 390, height: 844 })
    await pressAt(page, 'Filters')
    await writeAt(page, 'Amount', '99')
    await expect.poll(names).toEqual(['Boat'])
    await pressAt(page, /^Filters/)
    await pressAt(page, 'Boat')
    await page.getByRole('heading', { level: 1, name: 'Boat' }).waitFor()
    await staysSomewhere(page)
  })

  it('a payment is changed and deleted', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const { id } = await sandbox.control.payments.create({
      amount: '25.00',
      paymentMethod: 'Cash',
      type: 'income',
      name: 'Towels',
    })
    await stage.open(`payments/${id}`)
    await page.getByRole('button', { name: 'Edit payment' }).waitFor()
    await pressAt(page, 'Edit payment')
    await page.getByRole('dialog', { name: 'Edit payment' }).waitFor()
    await writeAt(page, 'Amount', '99')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(async () => (await sandbox.control.payments.get(id)).amount).toBe('99.0000')
    await staysSomewhere(page)
    await confirm(page, 'Delete', 'Delete this payment')
    await expect.poll(async () => (await sandbox.control.payments.get(id)).status).toBe(false)
  })

  it('an endpoint is switched off and on, gets a new secret, and what it missed is recovered', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const { control } = sandbox
    const inbox = await stage.receive('payment.created')
    inbox.respond = 500
    await control.events.trigger('payment.created')
    await control.clock.advance(4 * 3_600)
    expect((await control.deliveries.list({ status: 'dead' })).total_count).toBe(1)
    const isOn = async () => (await control.webhooks.list())[0]?.is_active
    await stage.open(`endpoints/${inbox.endpointId}`)
    await page.getByRole('button', { name: 'Switch off' }).waitFor()
    await pressAt(page, 'Switch off')
    await expect.poll(isOn).toBe(false)
    await page.getByRole('button', { name: 'Switch on' }).waitFor()
    await pressAt(page, 'Switch on')
    await expect.poll(isOn).toBe(true)
    await staysSomewhere(page)
    await confirm(page, 'New secret')
    await page.getByText('Signing secret').first().waitFor()
    await pressAt(page, 'I have stored it')
    await staysSomewhere(page)
    await pressAt(page, 'Recover 1 delivery')
    // Signed with the new secret, which this receiver does not know.
    await page.getByText('1 of 1 sent').waitFor()
    await staysSomewhere(page)
  })

  it('an event is sent with data of one’s own', async () => {
    const stage = await openPage({ seed: 'hostel' })
    const { page, sandbox } = stage
    await stage.receive('payment.updated')
    await stage.open('events')
    await page.getByRole('button', { name: 'Fill in the example' }).waitFor()
    await tabTo(page, 'Event')
    const choice = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.type('payment.u')
    await page.waitForURL(/type=payment\.updated/)
    // The same one: letters that come while another takes its place would be shortcuts of the page.
    expect(await choice.evaluate((element) => element === document.activeElement)).toBe(true)
    await pressAt(page, 'Fill in the example')
    const field = page.getByLabel('Fields of data, as JSON')
    expect(JSON.parse(await field.inputValue())).toHaveProperty('paymentId')
    await tabTo(page, 'Fields of data, as JSON', 'Shift+Tab')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('{"amount":"7.50"}')
    await pressAt(page, 'Send event')
    await page.getByText('It fired and caused 1 delivery').waitFor()
    await staysSomewhere(page)
    const [event] = (await sandbox.control.events.list()).results
    expect(event).toMatchObject({ type: 'payment.updated', data: { amount: '7.50' } })
  })

  it('a request is filtered for, read in all its parts, and left', async () => {
    const stage = await openPage()
    const { page, call } = stage
    await call('GET', '/bookings')
    await call('POST', '/payments', {
      body: { amount: '25.00', paymentMethod: 'Cash', type: 'income', name: 'Towels' },
    })
    await stage.open()
    await page.getByLabel('Counts').waitFor()
    await goTo(page, 'r', 'Requests')
    await tabTo(page, 'Filter')
    await page.keyboard.type('method:POST')
    await page.keyboard.press('Enter')
    await page.waitForURL(/q=method/)
    await expect.poll(() => page.locator('tbody td.main').count()).toBe(1)
    await pressAt(page, /^POST/)
    const detail = page.getByRole('article', { name: 'Request' })
    await detail.waitFor()
    await staysSomewhere(page)
    await tabTo(page, 'Bodies')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await detail.getByRole('region', { name: 'Headers of the answer' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await detail.getByText('The same request with curl').waitFor()
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'detached' })
    await staysSomewhere(page)
  })

  it('a ready fault is set, and all are cleared; the sheet of keys opens and closes', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const faults = async () => (await sandbox.control.faults.list()).length
    await stage.open()
    await page.getByLabel('Counts').waitFor()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await goTo(page, 'f', 'Faults')
    await page.getByRole('button', { name: 'Set it: Three times 503' }).waitFor()
    await pressAt(page, 'Set it: Three times 503')
    await expect.poll(faults).toBe(1)
    await page.getByRole('button', { name: 'Clear all' }).waitFor()
    await staysSomewhere(page)
    await confirm(page, 'Clear all')
    await expect.poll(faults).toBe(0)
    await staysSomewhere(page)
  })

  it('an origin is allowed and removed, and a property is made', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open('origins')
    await page.getByRole('button', { name: 'Allow' }).waitFor()
    await writeAt(page, 'Origin', 'https://a.example')
    await page.keyboard.press('Enter')
    await expect.poll(() => sandbox.control.origins.get()).toEqual(['https://a.example'])
    await staysSomewhere(page)
    await pressAt(page, 'Remove')
    await expect.poll(() => sandbox.control.origins.get()).toEqual([])
    await staysSomewhere(page)
    // In a field letters are letters.
    await tabTo(page, 'Allow')
    await goTo(page, 'y', 'Properties')
    await writeAt(page, 'Name', 'Casa Dois')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await sandbox.control.properties.list()).length).toBe(2)
    await page.getByRole('row').filter({ hasText: 'Casa Dois' }).getByText('shown').waitFor()
    await staysSomewhere(page)
  })

  it('the data is filled, kept, saved to a file, brought back from it and reset', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const bookings = async () => (await sandbox.control.bookings.list()).total_count
    await stage.open('data')
    await page.getByRole('button', { name: 'Add them' }).waitFor()
    await writeAt(page, 'How many', '5')
    await page.keyboard.press('Enter')
    await page.getByText('Added 5 bookings').waitFor()
    await staysSomewhere(page)
    await writeAt(page, 'What it is for', 'five')
    await page.keyboard.press('Enter')
    await page.getByRole('row').filter({ hasText: 'five' }).waitFor()
    await staysSomewhere(page)

    await tabTo(page, 'Export everything')
    const [saved] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    const file = await saved.path()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ format: 'svc-sandbox-export' })
    await staysSomewhere(page)
    await sandbox.control.bookings.seed({ bookings: 3 })
    expect(await bookings()).toBe(8)
    await tabTo(page, 'Import a file')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
    await chooser.setFiles({
      name: 'export.json',
      mimeType: 'application/json',
      buffer: readFileSync(file),
    })
    await page.getByRole('button', { name: 'Import', exact: true }).waitFor()
    await confirm(page, 'Import')
    // Then the page is made anew, for the properties that there are now.
    await page.getByText(/^Imported [\d,]+ rows\.$/).waitFor()
    expect(await bookings()).toBe(5)
    await staysSomewhere(page)
    await page.getByRole('button', { name: 'Reset the sandbox' }).waitFor()
    await confirm(page, 'Reset the sandbox')
    await expect.poll(bookings).toBe(0)
    await staysSomewhere(page)
  })

  it('a signature is checked, and time goes to what is due next', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const { control } = sandbox
    const inbox = await stage.failDelivery()
    const [delivery] = (await control.deliveries.list()).results
    const received = await inbox.next('payment.created')
    await stage.open(`deliveries/${delivery!.id}`)
    await page.getByRole('button', { name: 'Check', exact: true }).waitFor()
    await writeAt(page, 'X-SVC-Signature', String(received.headers['x-svc-signature']))
    await writeAt(page, 'Signing secret', `${String(inbox.secret)} `)
    await page.keyboard.press('Enter')
    await page.getByText('The secret has a space or line break at its ends').waitFor()
    await staysSomewhere(page)

    await page.keyboard.press('Tab')
    await goTo(page, 'c', 'Clock')
    inbox.respond = 204
    await page.getByRole('cell', { name: 'Go there' }).first().waitFor()
    await tabTo(page, 'Go there')
    await page.keyboard.press('Tab')
    await pressAt(page, 'Go there')
    await expect.poll(async () => (await control.deliveries.get(delivery!.id)).status).toBe('delivered')
    await staysSomewhere(page)
    const fellDue = page.locator('section', { has: page.getByRole('heading', { name: 'What fell due' }) })
    await fellDue.getByRole('cell', { name: 'payment.created' }).waitFor()
  })
})
