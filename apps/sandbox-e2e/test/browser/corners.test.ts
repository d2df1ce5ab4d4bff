/// <reference lib="dom" />
import { randomUUID } from 'node:crypto'
import { SvcClient } from '@svc/client'
import { openInbox } from '@svc/testing'
import { describe, expect, it } from 'vitest'
import { openPage } from './page.ts'
import { openWire } from './wire.ts'

const payment = { amount: '25.00', paymentMethod: 'Cash', type: 'income', name: 'Towels' }

describe('an address', () => {
  it('calls its tab by what it shows', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    stage.tolerate(/status of 404/)
    const made = await call('POST', '/payments', { body: payment })
    const [request] = await sandbox.control.requests.list()
    const name = sandbox.propertyName
    const title = () => page.title()
    await stage.open()
    await expect.poll(title).toBe(`${name} · Home · Sandbox`)
    await stage.open('clock')
    await expect.poll(title).toBe(`Clock · ${name} · Sandbox`)
    await stage.open(`payments/${made.json.id}`)
    await expect.poll(title).toBe(`Towels · Payments · ${name} · Sandbox`)
    await stage.open(`requests/${request!.id}`)
    await expect.poll(title).toBe(`POST /api/v1/client/payments · Requests · ${name} · Sandbox`)
    await page.getByRole('article', { name: 'Request' }).getByRole('button', { name: 'Close' }).click()
    await expect.poll(title).toBe(`Requests · ${name} · Sandbox`)
    await stage.open(`keys/${request!.idempotency_key}`)
    await expect.poll(title).toContain(`Idempotency key ${request!.idempotency_key}`)
  })

  it('of a property that is gone names those that there are, and each can be chosen', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open()
    await page.goto(`${sandbox.url}/dashboard/p/${randomUUID()}/deliveries`)
    await page.getByText('There is no such property').waitFor()
    // The only one there is can be chosen: it does not seem to be shown already.
    await page.getByLabel('Property').selectOption({ label: sandbox.propertyName })
    await page.getByText('No delivery yet').waitFor()
    await page.goBack()
    await page.getByRole('main').getByRole('link', { name: sandbox.propertyName }).click()
    await page.getByLabel('Counts').waitFor()
    expect(page.url()).toBe(`${sandbox.url}/dashboard/p/${sandbox.propertyId}`)
  })

  it('of a request or key of another property leads there', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    const made = await call('POST', '/payments', { body: payment })
    const [request] = await sandbox.control.requests.list()
    const { id: other } = await sandbox.control.properties.create({ name: 'Harbour Hostel' })
    await stage.open()
    const at = (place: string) => page.goto(`${sandbox.url}/dashboard/p/${other}/${place}`)
    await at(`requests/${request!.id}`)
    const detail = page.getByRole('article', { name: 'Request' })
    await detail.getByText('It belongs to another property').waitFor()
    const payments = `/dashboard/p/${sandbox.propertyId}/payments/${made.json.id}`
    expect(await detail.getByRole('link', { name: 'Payment' }).getAttribute('href')).toBe(payments)
    await at(`keys/${request!.idempotency_key}`)
    await page.getByRole('main').getByRole('link', { name: sandbox.propertyName }).click()
    await page.getByRole('heading', { name: 'First answer' }).waitFor()
    expect(page.url()).toContain(sandbox.propertyId)
  })

  it('of what is deleted while it is looked at says so', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    stage.tolerate(/status of 404/)
    const { endpointId } = await stage.receive('payment.created')
    const { delivery_ids } = await sandbox.control.events.trigger('payment.created')
    const looked = await page.context().newPage()
    await stage.open(`endpoints/${endpointId}`)
    await page.getByRole('button', { name: 'Switch off' }).waitFor()
    await looked.goto(page.url().replace(/endpoints.*/, `deliveries/${delivery_ids[0]}`))
    await looked.getByRole('button', { name: 'Resend' }).waitFor()
    await sandbox.control.webhooks.delete(endpointId)
    for (const tab of [page, looked]) {
      await tab.bringToFront()
      await tab.getByText('There is nothing of this id in this property').waitFor()
      expect(await tab.getByRole('button', { name: /Switch off|Resend/ }).count()).toBe(0)
    }
  })

  it('of a page that the list no longer has shows its last one; what is no page, the first', async () => {
    const stage = await openPage({ seed: 'hostel' })
    const { page } = stage
    await stage.open('payments?page=5000')
    await page.getByText(/page (\d+) of \1$/).waitFor()
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(0)
    for (const typed of ['-1', '1.5', 'x']) {
      await stage.open(`payments?page=${typed}`)
      await page.getByText(/page 1 of \d+$/).waitFor()
    }
  })
})

describe('what has thousands of characters', () => {
  it('takes a few lines, and is copied whole', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    await using inbox = await openInbox()
    const url = `${inbox.url}/${'long-segment/'.repeat(140)}`
    const { id } = await sandbox.control.webhooks.create({ url, events: ['payment.created'] })
    await call('POST', '/payments', { body: payment })
    await call('GET', `/bookings?x=${'y'.repeat(5_000)}`)
    const [request] = await sandbox.control.requests.list()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    const height = async (selector: string) => (await page.locator(selector).first().boundingBox())!.height
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await stage.open(`endpoints/${id}`)
      await page.getByRole('button', { name: 'Copy URL' }).click()
      await expect.poll(copied).toBe(url)
      expect(await height('h1')).toBeLessThan(110)
      // Nothing lies over the field of a date: a button that does not fit goes below it.
      const recover = (await page.getByRole('button', { name: 'Recover 0 deliveries' }).boundingBox())!
      const since = (await page.getByLabel('Dead since (UTC)').boundingBox())!
      expect(recover.x >= since.x + since.width || recover.y >= since.y + since.height).toBe(true)
      await stage.open('endpoints')
      await page.getByRole('article').waitFor()
      expect(await height('article')).toBeLessThan(330)
      await stage.open('deliveries')
      await page.getByRole('row').filter({ hasText: 'payment.created' }).waitFor()
      expect(await height('tbody tr')).toBeLessThan(280)
      await stage.open(`requests/${request!.id}`)
      const detail = page.getByRole('article', { name: 'Request' })
      await detail.getByRole('button', { name: 'Copy path' }).click()
      await expect.poll(copied).toBe(request!.path)
      expect((await detail.getByRole('tab', { name: 'Bodies' }).boundingBox())!.y).toBeLessThan(700)
      await stage.open('')
      await page.locator('.rows .badge').first().waitFor()
      // What is cut there is whole on hover.
      expect(await page.locator('.rows a').first().getAttribute('title')).toBe(`GET ${request!.path}`)
      // The status beside a long path is not squeezed.
      const badges = await page
        .locator('.rows .badge')
        .evaluateAll((all) => all.map((one) => one.scrollWidth <= one.clientWidth))
      expect(badges).not.toContain(false)
    }
  })

  it('on a tablet, lists fit: the distance of a time is shown, and the exact one on hover', async () => {
    const stage = await openPage()
    const { page } = stage
    await stage.failDelivery()
    await page.setViewportSize({ width: 820, height: 1180 })
    await stage.open('deliveries')
    const next = page.locator('td[data-label="Next attempt"]')
    await next.getByText('in 1 min').waitFor()
    expect(await next.locator('.exact').isVisible()).toBe(false)
    expect(await next.locator('time').getAttribute('title')).toContain('2026-11-21 12:01:00')
    const fits = await page.locator('.table').evaluate((table) => table.scrollWidth <= table.clientWidth)
    expect(fits).toBe(true)
  })
})

describe('a text that turns the direction of writing', () => {
  it('is written out in a tree of JSON, and stays within its quotes', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const { id } = await sandbox.control.bookings.create({
      description: 'مرحبا \u202Egnp.exe',
      guest: { first_name: 'Ada' },
    })
    await stage.open(`bookings/${id}`)
    const line = page.locator('.tree div').filter({ hasText: /^description/ })
    expect(await line.innerText()).toBe(String.raw`description: "مرحبا \u202egnp.exe"`)
    // The quotes are outside of what is isolated.
    expect(await line.locator('bdi').first().innerText()).toBe(String.raw`مرحبا \u202egnp.exe`)
  })
})

describe('leaving', () => {
  it('by signing out asks about secrets that are not stored', async () => {
    const stage = await openPage()
    const { page } = stage
    await stage.open('api-keys')
    await page.getByRole('button', { name: 'Generate' }).click()
    const shown = page.getByRole('status', { name: 'Your new API key' })
    await shown.waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('A secret on this page is not shown again').waitFor()
    await question.getByRole('button', { name: 'Stay here' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await shown.count()).toBe(1)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: 'Leave anyway' }).click()
    await page.getByLabel('Admin token').waitFor()
  })
})

describe('with the sandbox away', () => {
  it('a page that was not loaded yet says so, and comes with the sandbox; the palette leaves all as it is', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await using wire = await openWire(sandbox.url)
    stage.tolerate(/Failed to load resource|ERR_|Failed to fetch dynamically imported module/)
    stage.tolerate(new RegExp(`^asked ${wire.url}`))
    await page.goto(`${wire.url}/dashboard#token=${sandbox.adminToken}`)
    await page.getByLabel('Counts').waitFor()
    await wire.cut()
    await page.getByText('The sandbox does not answer. What is shown may be old').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('link', { name: 'Clock', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Not loaded' }).waitFor()
    // The rest of the console is still there: what was loaded can be gone back to.
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await page.getByLabel('Counts').waitFor()
    await page.getByRole('link', { name: 'Clock', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Not loaded' }).waitFor()
    await wire.mend()
    await expect
      .poll(
        async () => {
          // A document that is young is loaded anew only when one asks for it.
          await page
            .getByRole('main')
            .getByRole('button', { name: 'Try again' })
            .click({ timeout: 200 })
            .catch(() => undefined)
          return page.getByRole('heading', { level: 1, name: 'Clock' }).count()
        },
        { timeout: 20_000 },
      )
      .toBe(1)
  })
})

describe('the filter of requests', () => {
  it('says what a status may be', async () => {
    const stage = await openPage()
    const { page } = stage
    stage.tolerate(/status of 400/)
    await stage.open('requests?q=status:abc')
    const said = await page.getByRole('alert').innerText()
    expect(said).toContain('Status must be a status such as 404, or one of 2xx, 3xx, 4xx, 5xx')
  })
})

describe('the code of a request', () => {
  it('makes the same request with the client, and is not there for what the client cannot do', async () => {
    const stage = await openPage()
    const { page, call, sandbox } = stage
    const made = await call('POST', '/payments', { body: { ...payment, name: "O'Brien \\ Söhne" } })
    await call('GET', '/bookings?limit=2&status=paid')
    await call('PATCH', `/payments/${made.json.id}`, { body: { amount: '30.00' } })
    const shown = (await sandbox.control.requests.list()).toReversed()
    const detail = page.getByRole('article', { name: 'Request' })
    const code = detail.getByRole('region', { name: 'The same request with @svc/client' })
    await stage.open(`requests/${shown[0]!.id}`)
    for (const request of shown) {
      await page.locator(`tbody a[href$="${request.id}"]`).click()
      await page.waitForURL(new RegExp(request.id))
      await detail.getByRole('tab', { name: 'Repeat it' }).click()
      const program = (await code.innerText()).split('\n').slice(1).join('\n')
      const before = (await sandbox.control.requests.list()).length
      const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor
      const run = new AsyncFunction('SvcClient', 'process', 'console', program)
      const env = { SVC_API_KEY: sandbox.apiKey }
      await run(SvcClient, { env }, { log: () => undefined }).catch(() => undefined)
      const [repeated] = await sandbox.control.requests.list()
      expect(await sandbox.control.requests.list()).toHaveLength(before + 1)
      const { method, path, idempotency_key, request_body } = request
      expect(repeated).toMatchObject({ method, path, idempotency_key })
      expect(JSON.parse(repeated!.request_body ?? '{}')).toEqual(JSON.parse(request_body ?? '{}'))
    }
    await call('POST', '/payments', { body: 'no object' })
    await call('PUT', '/payments')
    await page.getByRole('link', { name: 'PUT /api/v1/client/payments' }).click()
    await detail.getByRole('tab', { name: 'Repeat it' }).click()
    await detail.getByRole('region', { name: 'The same request with curl' }).waitFor()
    expect(await code.count()).toBe(0)
  })
})

describe('a booking', () => {
  it('is made with chosen details, and moved, renamed and made longer with its event', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const inbox = await stage.receive('booking.created', 'booking.updated')
    await stage.open('bookings')
    await page.getByRole('button', { name: 'With details…' }).first().click()
    const form = page.getByRole('dialog')
    // The first field has the focus, not what closes the form.
    await expect
      .poll(() => form.getByLabel('First name').evaluate((field) => field === document.activeElement))
      .toBe(true)
    await page.keyboard.type('Ada')
    await form.getByLabel('Last name').fill('Lovelace')
    await form.getByLabel('Arrival').fill('2026-12-31')
    await form.getByLabel('Nights').fill('2')
    await form.getByLabel('Price of a night').fill('1.030,50')
    await form.getByRole('button', { name: 'Make it' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
    const [made] = (await sandbox.control.bookings.list()).results
    expect(made).toMatchObject({ total: 206_100, guest: { first_name: 'Ada', last_name: 'Lovelace' } })
    expect(made!.stay_dates.map(({ date }) => date)).toEqual(['2026-12-31', '2027-01-01'])

    await page.getByRole('button', { name: 'Edit booking' }).click()
    await form.getByLabel('Arrival').fill('2027-02-28')
    await form.getByLabel('Nights').fill('3')
    await form.getByLabel('Description').fill('Late arrival')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.waitFor({ state: 'detached' })
    await page.locator('.facts').getByText('Late arrival').waitFor()
    await page.getByRole('rowheader', { name: '2027-03-02' }).waitFor()
    const after = await sandbox.control.bookings.get(made!.id)
    expect(after).toMatchObject({ total: 309_150, description: 'Late arrival', guest: made!.guest })
    await sandbox.control.clock.advance(0)
    expect(inbox.all().map(({ event }) => event?.type)).toEqual(['booking.created', 'booking.updated'])
    // Whoever else changes its status is followed: the choice stands at what it is.
    await sandbox.control.bookings.update(made!.id, { status: 'paid' })
    await expect.poll(() => page.getByLabel('Change the status').inputValue()).toBe('paid')
  })
})

describe('settings and tools', () => {
  it('a property is renamed, and a leaked secret cut off at once', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const { endpointId } = await stage.receive('payment.created')
    await stage.open('properties')
    await page.getByRole('button', { name: 'Rename' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Casa do Mar')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Casa do Mar' }).waitFor()
    expect((await sandbox.control.properties.list())[0]!.name).toBe('Casa do Mar')

    await stage.open(`endpoints/${endpointId}`)
    await page.getByRole('button', { name: 'New secret' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByLabel('The old secret stays valid').selectOption('0')
    const sent = page.waitForRequest(/rotate-secret$/)
    await question.getByRole('button', { name: 'New secret' }).click()
    expect((await sent).postDataJSON()).toEqual({ overlap_seconds: 0 })
    const shown = page.getByRole('status', { name: 'Signing secret' })
    await shown.waitFor()
    expect(await shown.innerText()).not.toContain('Until')
    await shown.getByRole('button', { name: 'I have stored it' }).click()
  })

  it('Home says what fails now: not what is switched off', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const inbox = await stage.failDelivery()
    await stage.open()
    const failing = page.getByRole('region', { name: 'Failing now' })
    await failing.getByText(inbox.url).waitFor()
    await sandbox.control.webhooks.update(inbox.endpointId, { is_active: false })
    await failing.waitFor({ state: 'detached' })
    expect(await page.getByText('0 % of 1 attempt arrived').count()).toBe(1)
  })

  it('the clock says of a moment that is past that it goes forward only', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open('clock')
    await page.getByLabel('To a moment (UTC)').fill('2026-11-21T11:00:00')
    await page.getByRole('button', { name: 'Go there' }).click()
    await page.getByRole('alert').getByText('That moment is past').waitFor()
    expect((await sandbox.control.clock.get()).now).toBe('2026-11-21T12:00:00.000Z')
  })

  it('the palette adds an endpoint and shows another property', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    const { id } = await sandbox.control.properties.create({ name: 'Harbour Hostel' })
    await stage.open()
    const choose = async (text: string, name: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search' }).fill(text)
      await page.getByRole('option', { name }).waitFor()
      await page.keyboard.press('Enter')
    }
    await choose('add an end', 'Add an endpoint')
    const url = page.getByLabel('URL')
    await expect.poll(() => url.evaluate((field) => field === document.activeElement)).toBe(true)
    await url.fill('http://127.0.0.1:9/hook')
    await page.keyboard.press('Enter')
    await page
      .getByRole('status', { name: 'Signing secret' })
      .getByRole('button', { name: 'I have stored it' })
      .click()
    // Its form has no address any more: a reload does not ask for another one.
    expect(new URL(page.url()).search).toBe('')
    await choose('harbour', 'Show Harbour Hostel')
    await page.waitForURL(new RegExp(`/p/${id}$`))
  })

  it('what has fired is filtered by its kind, in the address too', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.receive('payment.created', 'booking.created')
    await sandbox.control.events.trigger('payment.created')
    await sandbox.control.events.trigger('booking.created')
    await stage.open('events')
    await page.getByText('2 events', { exact: true }).waitFor()
    await page.getByLabel('Kind').selectOption('booking.created')
    await page.getByText('1 event', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('1 event', { exact: true }).waitFor()
    expect(page.url()).toContain('fired=booking.created')
  })

  it('an export that fails or holds not all says so', async () => {
    const stage = await openPage()
    const { page } = stage
    stage.tolerate(/status of 500/)
    await stage.open('payments')
    const calls = /\/payments\?page=/
    const save = async () => {
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('menuitem', { name: 'JSON' }).click()
    }
    const toast = (text: string) => page.locator('.toast').filter({ hasText: text }).waitFor()
    await page.route(calls, (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal_error', message: 'Something broke.', details: [] },
      }),
    )
    await save()
    await toast('Something broke.')
    await page.unroute(calls)
    const row = { id: randomUUID(), ...payment }
    const many = { results: Array.from({ length: 100 }, () => row), total_count: 12_345, total_pages: 124 }
    await page.route(calls, (route) => route.fulfill({ json: { ...many, current_page: 1 } }))
    const saved = page.waitForEvent('download')
    await save()
    expect((await saved).suggestedFilename()).toBe('payments.json')
    await toast('The file has the first 10,000 of 12,345 rows')
  })
})
