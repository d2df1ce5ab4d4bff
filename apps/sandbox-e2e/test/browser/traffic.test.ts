import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openPage } from './page.ts'

const payment = { amount: '25.00', paymentMethod: 'Cash', type: 'income', name: 'Towels' }

describe('Requests', () => {
  it('appear as they happen, with their replay and their detail, secrets left out', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    await stage.open('requests')
    await page.getByText('No request yet').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()

    const key = randomUUID()
    const headers = { 'idempotency-key': key }
    await call('POST', '/payments', { body: payment, headers })
    await call('POST', '/payments', { body: payment, headers })
    const replay = page.getByRole('row').filter({ hasText: 'replayed' })
    await replay.getByRole('link', { name: 'POST /api/v1/client/payments' }).click()

    const detail = page.getByRole('article', { name: 'Request' })
    const text = await detail.innerText()
    expect(text).toContain(key)
    expect(text).toContain('paymentMethod: "Cash"')
    expect(text).toContain('amount: "25.0000"')
    await detail.getByRole('tab', { name: 'Headers' }).click()
    expect(await detail.innerText()).toContain('x-api-key: [redacted]')
    await detail.getByRole('tab', { name: 'Repeat it' }).click()
    expect(await detail.innerText()).toContain('-H "X-API-Key: $SVC_API_KEY"')
    expect(await page.content()).not.toContain(sandbox.apiKey)
    expect(page.url()).toMatch(/\/requests\/[0-9a-f-]{36}$/)
  })

  it('are filtered by method, status, path and idempotency key', async () => {
    const stage = await openPage()
    const { page, call } = stage
    const key = randomUUID()
    await call('POST', '/payments', { body: payment, headers: { 'idempotency-key': key } })
    await call('POST', '/payments', { body: payment })
    await call('GET', '/bookings/nobody')
    await call('GET', '/payments')
    await stage.open('requests')
    const rows = page.getByRole('table').locator('tbody tr')
    const count = async (expected: number) => {
      await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(expected)
    }
    await count(4)

    await page.getByLabel('Status').selectOption('4xx')
    await count(1)
    await page.getByLabel('Status').selectOption('')
    await page.getByLabel('Method').selectOption('POST')
    await count(2)
    const filter = page.getByLabel('Filter')
    expect(await filter.inputValue()).toBe('method:POST')
    await filter.fill(`method:POST key:${key}`)
    await page.keyboard.press('Enter')
    await count(1)
    await page.reload()
    await count(1)
    expect(await filter.inputValue()).toBe(`method:POST key:${key}`)
    await page.goto(`${page.url().split('?')[0]}?q=path:/api/v1/client/bookings/*`)
    await expect.poll(() => filter.inputValue()).toBe('path:/api/v1/client/bookings/*')
    await count(1)
    // A part of the path will do, and so will any text of a body.
    await filter.fill('path:payments status:2xx')
    await count(3)
    await filter.fill('towels')
    await count(3)
    await filter.fill('path:/nowhere')
    await page.getByText('No request matches').waitFor()
  })

  it('stand still while paused', async () => {
    const stage = await openPage()
    const { page, call } = stage
    await stage.open('requests')
    await page.getByText('Live', { exact: true }).waitFor()
    await call('GET', '/payments')
    await page.getByRole('link', { name: 'GET /api/v1/client/payments' }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await call('GET', '/bookings')
    const goOn = page.getByRole('button', { name: 'Go on (1 new)' })
    await goOn.waitFor()
    expect(await page.getByRole('link', { name: 'GET /api/v1/client/bookings' }).count()).toBe(0)
    await goOn.click()
    await page.getByRole('link', { name: 'GET /api/v1/client/bookings' }).waitFor()
  })
})

describe('Deliveries (spec 3, 8)', () => {
  it('show a dead one with every attempt and its envelope, and resend it', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    const inbox = await stage.receive('payment.created')
    inbox.respond = { status: 500, body: 'the disk is full' }
    await call('POST', '/payments', { body: payment })
    await sandbox.control.clock.advance(3 * 3600)

    await stage.open()
    await page.getByRole('link', { name: 'dead deliveries' }).click()
    const row = page.getByRole('row').filter({ hasText: 'payment.created' })
    expect(await row.innerText()).toMatch(/dead[^]*5 \/ 5[^]*500/)
    await row.getByRole('link').click()

    const attempts = page.locator('section', { has: page.getByRole('heading', { name: 'Attempts' }) })
    await expect.poll(() => attempts.locator('tbody tr').count(), { timeout: 10_000 }).toBe(5)
    expect(await attempts.innerText()).toContain('the disk is full')
    // The ladder, on the virtual clock: 1, 5 and 30 minutes and 2 hours after the failure before.
    for (const time of ['12:00:00', '12:01:00', '12:06:00', '12:36:00', '14:36:00']) {
      expect(await attempts.innerText()).toContain(`2026-11-21 ${time}`)
    }
    const [sent] = inbox.all()
    expect(await page.getByLabel('Bytes as sent').innerText()).toBe(sent!.text)

    inbox.respond = 204
    await page.getByRole('button', { name: 'Resend' }).click()
    await page.locator('.facts').getByText('delivered', { exact: true }).waitFor()
    await expect.poll(() => attempts.locator('tbody tr').count(), { timeout: 10_000 }).toBe(6)
    expect(await attempts.innerText()).toContain('manual')
    expect(inbox.all()).toHaveLength(6)
  })

  it('show when a failed one is tried again, and follow what happens', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    const inbox = await stage.receive('payment.created')
    inbox.respond = [503, 204]
    await call('POST', '/payments', { body: payment })
    await stage.open('deliveries')
    const row = page.getByRole('row').filter({ hasText: 'payment.created' })
    await row.getByText('failed', { exact: true }).waitFor()
    expect(await row.innerText()).toContain('2026-11-21 12:01:00 in 1 min')
    await sandbox.control.clock.advance(60)
    await row.getByText('delivered', { exact: true }).waitFor()
  })

  it('are resent all at once since a time', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    const inbox = await stage.receive('payment.created')
    inbox.respond = 500
    for (let made = 0; made < 3; made += 1) await call('POST', '/payments', { body: payment })
    await sandbox.control.clock.advance(3 * 3600)
    inbox.respond = 204
    await stage.open('deliveries')
    await page.getByRole('button', { name: 'Resend many…' }).click()
    await page.getByText('3 deliveries match.').waitFor()
    await page.getByRole('button', { name: 'Resend all (3)' }).click()
    await page.getByText('Sent 3 deliveries once more: 3 delivered, 0 failed.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByLabel('Status').selectOption('delivered')
    await page.getByText('3 deliveries', { exact: true }).waitFor()
    await page.getByLabel('Status').selectOption('dead')
    await page.getByText('No delivery matches').waitFor()
    expect(inbox.all()).toHaveLength(3 * 6)
  })
})
