/// <reference lib="dom" />
import { openInbox } from '@svc/testing'
import { describe, expect, it } from 'vitest'
import { openPage } from './page.ts'
import { openWire } from './wire.ts'

const payment = { amount: '25.00', paymentMethod: 'Cash', type: 'income', name: 'Towels' }

describe('what a key press does', () => {
  it('arrows on the status of a booking change nothing before it is sent', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const { id } = await sandbox.control.bookings.create({ status: 'confirmed' })
    await stage.open(`bookings/${id}`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.method()))
    const choice = page.getByLabel('Change the status')
    await choice.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await choice.inputValue()).toBe('cancelled')
    expect((await sandbox.control.bookings.get(id)).status).toBe('confirmed')
    expect(asked.filter((method) => method !== 'GET')).toEqual([])
    await choice.selectOption('paid')
    await page.getByRole('button', { name: 'Change', exact: true }).press('Enter')
    await page.locator('.facts').getByText('paid', { exact: true }).waitFor()
    expect(asked.filter((method) => method !== 'GET')).toEqual(['PATCH'])
  })

  it('Enter, Enter deletes no key, and Escape keeps it', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open('api-keys')
    const remove = page.getByRole('row').getByRole('button', { name: 'Delete' })
    await remove.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await sandbox.control.apiKeys.list()).toHaveLength(1)
    await remove.press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await sandbox.control.apiKeys.list()).toHaveLength(1)
    // The focus is back where it was.
    expect(await remove.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('leaves the focus where one sees it', async () => {
    const stage = await openPage()
    const { page, call } = stage
    await call('POST', '/payments', { body: payment })
    await stage.open('requests')
    const link = page.getByRole('link', { name: 'POST /api/v1/client/payments' })
    await link.waitFor()
    // By the keyboard alone, from the top of the page.
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await focused()) === 'POST /api/v1/client/payments') break
      await page.keyboard.press('Tab')
    }
    const outline = await link.evaluate((element) => getComputedStyle(element).outlineStyle)
    expect(outline).toBe('solid')
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Request' }).waitFor()
    expect(await focused()).toBe('POST /api/v1/client/payments')
    await page.keyboard.press('Escape')
    await page.getByRole('article', { name: 'Request' }).waitFor({ state: 'detached' })
    expect(await focused()).toBe('POST /api/v1/client/payments')
    // Another page: its title has the focus, so that it is read.
    await page.getByRole('link', { name: 'Clock', exact: true }).press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Clock' }).waitFor()
    await expect.poll(focused).toBe('Clock')
  })
})

describe('secrets', () => {
  it('a second key leaves the first one’s secret there, and leaving asks', async () => {
    const stage = await openPage()
    const { page } = stage
    await stage.open('api-keys')
    for (const name of ['First', 'Second']) {
      await page.getByLabel('Name').fill(name)
      await page.getByRole('button', { name: 'Generate' }).click()
      await page.getByRole('cell', { name }).waitFor()
    }
    const shown = page.getByRole('status', { name: 'Your new API key' })
    await expect.poll(() => shown.count()).toBe(2)
    const values = await shown.locator('.secret-value').allInnerTexts()
    expect(new Set(values).size).toBe(2)

    await page.getByRole('link', { name: 'Home', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('2 secrets on this page are not shown again').waitFor()
    await question.getByRole('button', { name: 'Stay here' }).click()
    expect(await shown.count()).toBe(2)
    for (let left = 2; left > 0; left -= 1)
      await shown.first().getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByLabel('Counts').waitFor()
  })

  it('the link that the start prints signs in, and a new tab needs no token', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open()
    const tab = await page.context().newPage()
    await tab.goto(`${sandbox.url}/dashboard`)
    await tab.getByRole('heading', { level: 1, name: sandbox.propertyName }).waitFor()
    expect(await tab.evaluate(() => localStorage.length)).toBe(0)
    // Signing out in one ends it in all.
    await page.getByRole('button', { name: 'Sign out' }).click()
    await tab.getByLabel('Admin token').waitFor()
    await tab.close()
  })
})

describe('lists and details', () => {
  it('show the whole answer of a receiver', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    const inbox = await stage.receive('payment.created')
    const body = `start ${'x'.repeat(12_000)} end of it`
    inbox.respond = { status: 500, body }
    await call('POST', '/payments', { body: payment })
    await sandbox.control.clock.advance(0)
    const { results } = await sandbox.control.deliveries.list()
    await stage.open(`deliveries/${results[0]!.id}`)
    const answer = page.getByRole('region', { name: 'Answered to attempt 1' })
    await answer.waitFor()
    expect(await answer.innerText()).toBe(body)
    expect(await answer.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
  })

  it('open a request beside the click', async () => {
    const stage = await openPage()
    const { page, call } = stage
    await Promise.all(Array.from({ length: 90 }, (_, number) => call('GET', `/bookings?page=${number + 1}`)))
    await stage.open('requests')
    const link = page.getByRole('link', { name: 'GET /api/v1/client/bookings?page=50', exact: true })
    await page.getByRole('table').waitFor()
    // Rows are drawn as one comes to them.
    while ((await link.count()) === 0) await page.mouse.wheel(0, 300)
    await link.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    await link.click()
    const detail = page.getByRole('article', { name: 'Request' })
    await detail.getByText('/api/v1/client/bookings?page=50').first().waitFor()
    expect(await detail.isVisible()).toBe(true)
    const [box, height] = [await detail.boundingBox(), page.viewportSize()!.height]
    expect(box!.y).toBeGreaterThanOrEqual(-1)
    expect(box!.y).toBeLessThan(height / 2)
    expect(Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(50)
  })

  it('resend what the filter of the list shows, and say how many before', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    const one = await stage.receive('payment.created')
    const other = await stage.receive('payment.created')
    one.respond = 500
    other.respond = 500
    await call('POST', '/payments', { body: payment })
    await call('POST', '/payments', { body: payment })
    await sandbox.control.clock.advance(3 * 3600)
    await stage.open(`deliveries?endpoint_id=${one.endpointId}`)
    await page.getByText('2 deliveries', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Resend many…' }).click()
    await page.getByRole('button', { name: 'Resend all (2)' }).click()
    await page.getByText('Sent 2 deliveries once more: 0 delivered, 2 failed.').waitFor()
    expect([one.all().length, other.all().length]).toEqual([12, 10])
  })

  it('lead to the other property when that is where a booking is', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    stage.tolerate(/status of 404/)
    const { id: pid } = await sandbox.control.properties.create({ name: 'Harbour Hostel' })
    const { id } = await sandbox.control.property(pid).bookings.create({ guest: { first_name: 'Ada' } })
    await stage.open(`bookings/${id}`)
    await page.getByText('It belongs to another property').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Harbour Hostel' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor()
    expect(page.url()).toBe(`${sandbox.url}/dashboard/p/${pid}/bookings/${id}`)
    // The address alone is enough for somebody else.
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor()
  })

  it('keep a bidi name in its cell and a long URL on its line', async () => {
    const stage = await openPage()
    const { page, sandbox, call } = stage
    await using inbox = await openInbox()
    await sandbox.control.webhooks.create({
      url: `${inbox.url}/${'long/'.repeat(60)}`,
      events: ['payment.created'],
    })
    await call('POST', '/payments', { body: payment })
    await sandbox.control.bookings.create({ guest: { first_name: '\u202Egnp.exe', last_name: 'x' } })
    await stage.open('deliveries')
    const row = page.getByRole('row').filter({ hasText: 'payment.created' })
    await row.waitFor()
    expect((await row.boundingBox())!.height).toBeLessThan(60)
    await stage.open('bookings')
    const name = page.getByRole('link', { name: 'gnp.exe' })
    await name.waitFor()
    expect(await name.locator('bdi').count()).toBe(1)
  })

  it('ask before the log is cleared, and name the property of a fault', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    await call('GET', '/bookings')
    await stage.open('requests')
    await page.getByRole('link', { name: 'GET /api/v1/client/bookings' }).waitFor()
    await page.getByRole('button', { name: 'Clear log' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Keep' }).click()
    // While it fades its buttons are still there, and one of them has the same name.
    await question.waitFor({ state: 'detached' })
    expect(await sandbox.control.requests.list()).toHaveLength(1)
    await page.getByRole('button', { name: 'Clear log' }).click()
    await question.getByRole('button', { name: 'Clear log' }).click()
    await page.getByText('No request yet').waitFor()

    await stage.open('faults')
    await page.getByRole('button', { name: 'Set it: The answer is lost after the commit' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Cut the connection after the work was done' })
    expect(await row.innerText()).toContain(sandbox.propertyName)
    expect(await row.innerText()).not.toContain(sandbox.propertyId)
  })
})

describe('live', () => {
  it('asks for nothing while nothing happens', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await page.clock.install()
    await stage.open('deliveries')
    await page.getByText('No delivery yet').waitFor()
    await page.waitForLoadState('load')
    await sandbox.control.clock.get()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.clock.runFor(120_000)
    expect(asked).toEqual([])
    // And it hears at once when something does.
    await stage.receive('payment.created')
    await sandbox.control.events.trigger('payment.created')
    await page.clock.runFor(2_000)
    await page.getByRole('row').filter({ hasText: 'payment.created' }).waitFor()
  })

  it('says that the sandbox is away, stops the clock, and recovers by itself', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await using wire = await openWire(sandbox.url)
    stage.tolerate(/Failed to load resource|ERR_/)
    stage.tolerate(new RegExp(`^asked ${wire.url}`))
    await sandbox.control.clock.set({ mode: 'real' })
    await page.goto(`${wire.url}/dashboard#token=${sandbox.adminToken}`)
    await page.goto(`${wire.url}/dashboard/go/endpoints`)
    await page.getByText('No endpoint yet').waitFor()
    await wire.cut()
    await page.getByText('The sandbox does not answer.').first().waitFor()
    await page.getByText('Clock, not known').waitFor()
    await sandbox.control.webhooks.create({ url: 'http://127.0.0.1:9/x', events: ['payment.created'] })
    await wire.mend()
    await page.getByRole('article', { name: 'http://127.0.0.1:9/x' }).waitFor()
    await page.getByText('Clock, not known').waitFor({ state: 'detached' })
    expect(await page.getByText('The sandbox does not answer.').count()).toBe(0)
  })
})

describe('search', () => {
  it('leads from an id or a name to its page, and through all that hangs together', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    await stage.receive('payment.created')
    const made = await call('POST', '/payments', { body: payment })
    await sandbox.control.clock.advance(0)
    await stage.open()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill(made.json.id)
    await page.getByRole('option', { name: 'Towels' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Towels' }).waitFor()
    // payment → request → payment → event → delivery → attempts
    await page.getByRole('link', { name: 'POST /api/v1/client/payments' }).click()
    const detail = page.getByRole('article', { name: 'Request' })
    await detail.getByRole('link', { name: 'payment.created' }).click()
    await page.getByRole('heading', { level: 1, name: 'payment.created' }).waitFor()
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Attempts', exact: true }).waitFor()
    await page.locator('.facts').getByRole('link', { name: 'Payment' }).click()
    await page.getByRole('heading', { level: 1, name: 'Towels' }).waitFor()

    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByRole('heading', { level: 1, name: 'Clock' }).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(page.url()).toMatch(/\/clock$/)
  })
})

describe('a delivery', () => {
  it('shows what went over the wire, and copies curl with the real signature', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    const inbox = await stage.receive('payment.created')
    inbox.respond = { status: 503, body: 'closed', headers: { 'Retry-After': '120' } }
    await call('POST', '/payments', { body: payment })
    await sandbox.control.clock.advance(0)
    const [delivery] = (await sandbox.control.deliveries.list()).results
    await stage.open(`deliveries/${delivery!.id}`)
    const signature = String(inbox.all()[0]!.headers['x-svc-signature'])
    const sent = page.getByRole('region', { name: 'Sent by attempt 1' })
    await sent.waitFor()
    const text = await sent.innerText()
    expect(text).toContain(`POST ${inbox.url}`)
    expect(text).toContain(`X-SVC-Signature: ${signature}`)
    const answered = page.getByRole('region', { name: 'Headers of the answer to attempt 1' })
    expect((await answered.innerText()).toLowerCase()).toContain('retry-after: 120')
    const times = page.locator('.wire dl')
    expect(await times.locator('dt').allInnerTexts()).toEqual(
      expect.arrayContaining(['Connect', 'First byte', 'Total']),
    )
    const command = page.getByRole('region', { name: 'As attempt 1 sent it' })
    expect(await command.innerText()).toContain(`-H 'X-SVC-Signature: ${signature}'`)
    expect(await command.innerText()).toContain(`--data-raw '${delivery!.body}'`)
  })

  it('is checked, and it says why a signature does not match', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    const inbox = await stage.receive('payment.created')
    await call('POST', '/payments', { body: payment })
    const received = await inbox.next('payment.created')
    const [delivery] = (await sandbox.control.deliveries.list()).results
    await stage.open(`deliveries/${delivery!.id}`)
    const signature = String(received.headers['x-svc-signature'])
    await page.getByLabel('X-SVC-Signature').fill(signature)
    const secret = page.getByLabel('Signing secret')
    const check = page.getByRole('button', { name: 'Check', exact: true })
    await secret.fill(String(inbox.secret))
    await check.click()
    await page.getByText('They match').waitFor()
    await secret.fill(` ${String(inbox.secret)}`)
    await check.click()
    await page.getByText('The secret has a space or line break').waitFor()
    await secret.fill(String(inbox.secret))
    await page.getByLabel('Body as received').fill(JSON.stringify(JSON.parse(received.text), null, 2))
    await check.click()
    await page.getByText('The body was parsed and written again').waitFor()
    expect(await page.getByText('They match').count()).toBe(0)
  })
})

it('a payment is recorded, edited and deleted here, with money typed as money', async () => {
  const stage = await openPage()
  const { page, sandbox } = stage
  const inbox = await stage.receive('payment.created', 'payment.updated')
  await stage.open('payments')
  await page.getByRole('button', { name: 'Record a payment' }).first().click()
  const form = page.getByRole('dialog', { name: 'Record a payment' })
  await form.getByLabel('Amount').fill('1 250,5')
  await form.getByLabel('Name').fill('Group deposit')
  await form.getByRole('button', { name: 'Record a payment' }).click()
  await page.getByRole('heading', { level: 1, name: 'Group deposit' }).waitFor()
  expect((await inbox.next('payment.created')).event.data.amount).toBe('1250.5000')
  await page.getByRole('button', { name: 'Edit payment' }).click()
  await page.getByRole('dialog').getByLabel('Amount').fill('99')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  expect((await inbox.next('payment.updated')).event.data.amount).toBe('99.0000')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.locator('.facts').getByText('deleted', { exact: true }).waitFor()
  const { results } = await sandbox.control.payments.list()
  expect(results[0]).toMatchObject({ amount: '99.0000', status: false })
})
