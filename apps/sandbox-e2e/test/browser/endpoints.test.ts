import { openInbox } from '@svc/testing'
import { expect, it } from 'vitest'
import { openPage } from './page.ts'

const payment = { amount: '25.00', paymentMethod: 'Cash', type: 'income' }

it('an endpoint is added, signs with the secret that is shown once, and gets a new one', async () => {
  const stage = await openPage()
  const { page, call, sandbox } = stage
  await using inbox = await openInbox()
  await stage.open('endpoints')
  await page.getByText('No endpoint yet').waitFor()
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByLabel('URL').fill(inbox.url)
  for (const type of ['booking.created', 'message.received']) await page.getByLabel(type).uncheck()
  await page.locator('form').getByRole('button', { name: 'Add endpoint' }).click()
  const shown = page.getByRole('status', { name: 'Signing secret' })
  const first = await shown.locator('.secret-value').innerText()
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  expect(first).toMatch(/^whsec_/)
  const [endpoint] = await sandbox.control.webhooks.list()
  expect(endpoint!.events).toEqual([
    'booking.updated',
    'booking.cancelled',
    'payment.created',
    'payment.updated',
  ])

  inbox.secret = first
  await call('POST', '/payments', { body: payment })
  expect((await inbox.next('payment.created')).verified).toBe(true)

  const card = page.getByRole('article', { name: inbox.url })
  await card.getByRole('button', { name: 'New secret' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Deliveries will be signed with it at once.').waitFor()
  await question.getByRole('button', { name: 'New secret' }).click()
  await shown.getByText('expect the old one too').waitFor()
  const second = await shown.locator('.secret-value').innerText()
  expect(second).not.toBe(first)
  inbox.secret = second
  await call('POST', '/payments', { body: payment })
  expect((await inbox.next('payment.created')).verified).toBe(true)

  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await page.reload()
  await card.waitFor()
  const html = await page.content()
  expect([html.includes(first), html.includes(second)]).toEqual([false, false])
})

it('an endpoint is switched off and on, edited, and deleted with its log', async () => {
  const stage = await openPage()
  const { page, call, sandbox } = stage
  const inbox = await stage.receive('payment.created')
  await call('POST', '/payments', { body: payment })
  await inbox.next('payment.created')
  await stage.open('endpoints')
  const card = page.getByRole('article')
  await card.getByRole('button', { name: 'Switch off' }).click()
  await card.getByText('off', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Switch on' }).click()
  await card.getByText('active', { exact: true }).waitFor()

  await card.getByRole('button', { name: 'Edit' }).click()
  expect(await page.getByLabel('payment.created').isChecked()).toBe(true)
  await page.getByLabel('payment.created').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  stage.tolerate(/status of 400/)
  await page.getByRole('alert').getByText('events must name at least one event').waitFor()
  await page.getByLabel('payment.updated').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await card.getByText('payment.updated').waitFor()

  await card.getByRole('link', { name: 'Deliveries' }).click()
  await page.getByText('1 delivery', { exact: true }).waitFor()
  await page.goBack()
  await card.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep' }).click()
  await card.getByRole('button', { name: 'Delete' }).click()
  await question.getByText('Its delivery log goes too.').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No endpoint yet').waitFor()
  expect((await sandbox.control.deliveries.list()).total_count).toBe(0)
})

it('deliveries of an endpoint that is off are shown as held', async () => {
  const stage = await openPage()
  const { page, call, sandbox } = stage
  const inbox = await stage.receive('payment.created')
  inbox.respond = 500
  await call('POST', '/payments', { body: payment })
  await inbox.next('payment.created')
  await sandbox.control.clock.advance(0)
  await stage.open('endpoints')
  await page.getByRole('button', { name: 'Switch off' }).click()
  await page.getByRole('article').getByText('off', { exact: true }).waitFor()
  await page.getByRole('article').getByRole('link', { name: 'Deliveries' }).click()
  const row = page.getByRole('row').filter({ hasText: 'payment.created' })
  await row.getByText('held', { exact: true }).waitFor()
  expect(await row.innerText()).toContain('when its endpoint is on')
})

it('payments are shown with their booking, deleted ones too', async () => {
  const stage = await openPage()
  const { page, call, sandbox } = stage
  await stage.open('payments')
  await page.getByText('No payment yet').waitFor()
  const booking = await sandbox.control.bookings.create()
  await call('POST', '/payments', { body: { ...payment, bid: booking.id, name: 'Deposit' } })
  const { json } = await call('POST', '/payments', { body: { ...payment, name: 'Mistake' } })
  await call('DELETE', `/payments/${json.id}`)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Mistake').getByText('deleted', { exact: true }).waitFor()
  expect(await row('Deposit').innerText()).toContain('25.00')
  await row('Deposit').getByTitle(booking.id).click()
  await page.getByRole('link', { name: 'of this booking' }).click()
  await page.getByText('1 payment', { exact: true }).waitFor()
  expect(await row('Mistake').count()).toBe(0)
})
