import { describe, expect, it } from 'vitest'
import { openPage } from './page.ts'

describe('Home', () => {
  it('counts what there is, and its commands are complete', async () => {
    const stage = await openPage()
    const { page, sandbox, call } = stage
    await sandbox.control.bookings.create()
    await stage.open()
    await page.getByLabel('Counts').getByRole('link', { name: '1 bookings' }).waitFor()
    const command = await page.getByLabel('Record a payment').innerText()
    expect(command).toContain(`${sandbox.url}/api/v1/client/payments`)
    expect(command).toMatch(/Idempotency-Key: [0-9a-f]{8}-[0-9a-f]{4}-4/)
    const body: unknown = JSON.parse(/--data-raw '(.*)'/.exec(command)![1]!)
    expect((await call('POST', '/payments', { body })).status).toBe(201)
    await page.getByRole('link', { name: 'POST /api/v1/client/payments' }).waitFor()
  })
})

describe('the first steps', () => {
  it('tick themselves off, and stay ticked when the log is cleared and the endpoint is gone, until a reset', async () => {
    const stage = await openPage()
    const { page, sandbox, call } = stage
    await stage.open()
    const ticked = () => page.locator('.checklist li.done a').allInnerTexts()
    await expect.poll(ticked).toHaveLength(1)
    await call('GET', '/bookings')
    await expect.poll(ticked).toHaveLength(2)
    const inbox = await stage.receive('payment.created')
    inbox.respond = [500, 204]
    await sandbox.control.events.trigger('payment.created')
    await sandbox.control.clock.advance(60)
    await page.getByRole('heading', { name: 'Your first hour is done' }).waitFor()
    await sandbox.control.requests.clear()
    await sandbox.control.webhooks.delete(inbox.endpointId)
    await page.reload()
    await page.getByRole('heading', { name: 'Your first hour is done' }).waitFor()
    expect(await ticked()).toHaveLength(5)
    await sandbox.control.reset()
    await expect.poll(ticked).toHaveLength(1)
  })
})

describe('Clock (D19)', () => {
  it('advances, makes what falls due, and freezes and runs', async () => {
    const stage = await openPage()
    const { page, sandbox, call } = stage
    const inbox = await stage.receive('payment.created')
    inbox.respond = [500, 500, 204]
    await call('POST', '/payments', { body: { amount: '1.00', paymentMethod: 'Cash', type: 'income' } })
    await inbox.next('payment.created')
    await stage.open('clock')
    const time = page.locator('.big-clock time')
    await page.getByRole('button', { name: '1 min', exact: true }).click()
    await page.getByText('Advanced by 1 min: 1 attempt fell due and settled.').waitFor()
    expect(await time.innerText()).toBe('2026-11-21 12:01:00')
    await page.getByLabel('Minutes').fill('5')
    await page.getByRole('button', { name: 'Advance', exact: true }).click()
    await page.getByText('Advanced by 5 min: 1 attempt fell due and settled.').waitFor()
    await page.getByRole('button', { name: '1 day' }).click()
    await page.getByText('Advanced by 1 d: no attempt fell due.').waitFor()
    expect(inbox.all()).toHaveLength(3)

    await page.getByRole('button', { name: 'Let it run' }).click()
    await page.getByText('The clock runs.').waitFor()
    expect((await sandbox.control.clock.get()).mode).toBe('real')
    await page.getByRole('button', { name: 'Freeze' }).click()
    await page.getByText('The clock stands still.').waitFor()
    expect((await sandbox.control.clock.get()).mode).toBe('manual')
  })
})

describe('Send event', () => {
  it('sends a sample with the given fields, and links its deliveries', async () => {
    const stage = await openPage()
    const { page } = stage
    const inbox = await stage.receive('payment.created')
    await stage.open('events')
    await page.getByLabel('Fields of data, as JSON').fill('{ "amount": "99.90" }')
    await page.getByRole('button', { name: 'Send event' }).click()
    await page.getByText('It fired and caused 1 delivery:').waitFor()
    const { event } = await inbox.next('payment.created')
    expect(event.data.amount).toBe('99.90')
    await page.getByRole('link', { name: event.id }).click()
    await page.getByRole('heading', { level: 1, name: 'payment.created' }).waitFor()
  })

  it('says that nobody is subscribed, and that a text is no JSON', async () => {
    const stage = await openPage()
    const { page } = stage
    await stage.open('events')
    await page.getByLabel('Event', { exact: true }).selectOption('message.received')
    await page.getByRole('button', { name: 'Send event' }).click()
    await page.getByText('no endpoint that is on is subscribed').waitFor()
    await page.getByLabel('Fields of data, as JSON').fill('{ amount')
    await page.getByRole('button', { name: 'Send event' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toContain('The fields are no JSON')
  })
})

describe('Faults', () => {
  it('are added, applied, seen and cleared', async () => {
    const stage = await openPage()
    const { page, call } = stage
    await stage.open('faults')
    await page.getByText('Nothing is broken').waitFor()
    await page.getByRole('button', { name: 'Add fault' }).click()
    const form = page.getByRole('form', { name: 'New fault' })
    await form.getByLabel('Method').selectOption('GET')
    await form.getByLabel('Path').fill('/api/v1/client/bookings')
    await form.getByLabel('Times').fill('2')
    await form.getByRole('button', { name: 'Add fault' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Answer 503 before the work is done' })
    await row.waitFor()
    expect((await call('GET', '/bookings')).status).toBe(503)
    expect((await call('GET', '/payments')).status).toBe(200)
    await expect.poll(() => row.innerText(), { timeout: 10_000 }).toMatch(/\t1\t1\t/)

    await row.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('Nothing is broken').waitFor()
    expect((await call('GET', '/bookings')).status).toBe(200)
  })

  it('of deliveries pretend that the receiver failed', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    const inbox = await stage.receive('payment.created')
    await stage.open('faults')
    await page.getByRole('button', { name: 'Add fault' }).click()
    const form = page.getByRole('form', { name: 'New fault' })
    await form.getByLabel('When').selectOption('delivery')
    await form.getByLabel('What').selectOption('unreachable')
    await form.getByRole('button', { name: 'Add fault' }).click()
    await page.getByText('Receiver cannot be reached').waitFor()
    await call('POST', '/payments', { body: { amount: '1.00', paymentMethod: 'Cash', type: 'income' } })
    await sandbox.control.clock.advance(0)
    const { results } = await sandbox.control.deliveries.list()
    expect(results.map(({ status }) => status)).toEqual(['failed'])
    expect(inbox.all()).toEqual([])
  })
})

describe('Bookings', () => {
  it('are made with one click, changed, written to and cancelled, with their events', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const inbox = await stage.receive(
      'booking.created',
      'booking.updated',
      'booking.cancelled',
      'message.received',
    )
    await stage.open('bookings')
    await page.getByText('No booking yet').waitFor()
    await page.getByRole('button', { name: 'Make a booking' }).first().click()
    await inbox.next('booking.created')
    await page.getByRole('heading', { name: 'Stay dates' }).waitFor()

    await page.getByLabel('Change the status').selectOption('paid')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    const { event } = await inbox.next('booking.updated')
    expect(event.data).toEqual({ bookingId: expect.any(String), status: 'paid' })
    await page.getByLabel('Text').fill('Is there a kitchen?')
    await page.getByRole('button', { name: 'Let it arrive' }).click()
    expect((await inbox.next('message.received')).event.data.content).toBe('Is there a kitchen?')

    await page.getByRole('button', { name: 'Cancel booking' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('This fires booking.cancelled.').waitFor()
    await question.getByRole('button', { name: 'Cancel booking' }).click()
    await inbox.next('booking.cancelled')
    await page.locator('.facts').getByText('cancelled', { exact: true }).waitFor()
    const { results } = await sandbox.control.bookings.list()
    expect(results.map(({ status }) => status)).toEqual(['cancelled'])
  })

  it('are paged and filtered, in the address too', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    for (let made = 0; made < 21; made += 1) {
      await sandbox.control.bookings.create(made === 0 ? { status: 'cancelled' } : { status: 'confirmed' })
    }
    await stage.open('bookings')
    await page.getByText('21 bookings, page 1 of 2').waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText('21 bookings, page 2 of 2').waitFor()
    expect(page.url()).toContain('page=2')
    await page.getByLabel('Status').selectOption('cancelled')
    await page.getByText('1 booking', { exact: true }).waitFor()
    await page.goBack()
    await page.getByText('21 bookings, page 2 of 2').waitFor()
  })
})
