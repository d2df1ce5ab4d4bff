/// <reference lib="dom" />
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fillDeliveries } from '../kit/fill-deliveries.ts'
import { openPage } from './page.ts'

const payment = { amount: '25.00', paymentMethod: 'Cash', type: 'income', name: 'Towels' }

describe('the order of a list', () => {
  it('is in the address: it stays after a reload, and goes with a link', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.receive('payment.created', 'booking.created')
    await sandbox.control.events.trigger('payment.created')
    await sandbox.control.events.trigger('booking.created')
    await stage.open('deliveries')
    const names = () => page.locator('tbody td.main').allInnerTexts()
    await expect.poll(names).toEqual(['booking.created', 'payment.created'])
    const head = page.getByRole('columnheader', { name: 'Event' })
    await head.getByRole('button').click()
    await page.waitForURL(/sort=event_type/)
    expect(await head.getAttribute('aria-sort')).toBe('ascending')
    await head.getByRole('button').click()
    await page.waitForURL(/sort=-event_type/)
    await expect.poll(names).toEqual(['payment.created', 'booking.created'])
    await page.reload()
    await expect.poll(names).toEqual(['payment.created', 'booking.created'])
    expect(await head.getAttribute('aria-sort')).toBe('descending')
    await head.getByRole('button').click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await expect.poll(names).toEqual(['booking.created', 'payment.created'])
    await page.goBack()
    await expect.poll(names).toEqual(['payment.created', 'booking.created'])
  })

  it('of bookings is by arrival, creation or status, over all pages', async () => {
    const stage = await openPage({ seed: 'hostel' })
    const { page, sandbox } = stage
    await stage.open('bookings')
    const stays = () => page.locator('tbody td[data-label="Stay"]').allInnerTexts()
    await expect.poll(async () => (await stays()).length).toBe(20)
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
    const first = async (sort: 'arrival' | '-arrival') =>
      (await sandbox.control.bookings.list({ sort, limit: 20 })).results.map(
        ({ stay_dates }) =>
          stay_dates
            .map(({ date }) => date)
            .toSorted()
            .at(0) ?? '',
      )
    await head('Stay').getByRole('button').click()
    await page.waitForURL(/sort=arrival/)
    const earliest = await first('arrival')
    expect(earliest).toEqual(earliest.toSorted())
    await expect.poll(async () => (await stays()).map((text) => text.slice(0, 10))).toEqual(earliest)
    await head('Stay').getByRole('button').click()
    await page.waitForURL(/sort=-arrival/)
    const latest = await first('-arrival')
    await expect.poll(async () => (await stays()).map((text) => text.slice(0, 10))).toEqual(latest)
    // It goes on over the pages, together with a filter.
    await page.getByRole('button', { name: 'Older' }).click()
    await page.waitForURL(/page=2/)
    expect(page.url()).toContain('sort=-arrival')
    await head('Status').getByRole('button').click()
    await page.waitForURL(/sort=status/)
    const badges = () => page.locator('tbody td[data-label="Status"]').allInnerTexts()
    const byStatus = (await sandbox.control.bookings.list({ sort: 'status', limit: 20 })).results
    expect(byStatus.map(({ status }) => status)).toEqual(byStatus.map(({ status }) => status).toSorted())
    await expect.poll(badges).toEqual(byStatus.map(({ status }) => status))
    // What no index has in order is not offered.
    expect(await head('Total').getByRole('button').count()).toBe(0)
    expect(await head('Guest').getByRole('button').count()).toBe(0)
  })

  it('holds for live requests too, numbers as numbers', async () => {
    const stage = await openPage()
    const { page, call } = stage
    await call('GET', '/payments')
    await call('GET', '/bookings/nobody')
    await stage.open('requests?sort=status')
    const statuses = () => page.locator('tbody td:first-child').allInnerTexts()
    await expect.poll(statuses).toEqual(['200', '404'])
    await call('POST', '/payments', { body: payment })
    await expect.poll(statuses).toEqual(['200', '201', '404'])
  })
})

describe('an import', () => {
  it('tells how far it is, can be stopped with everything left as it was, and takes the file in', async () => {
    const from = await openPage({ seed: 'hostel' })
    const { control } = from.sandbox
    await control.bookings.seed({ bookings: 2_000 })
    const buffer = Buffer.from(JSON.stringify(await control.export({ secrets: true })))
    const { total_count: bookings } = await control.bookings.list()
    await control.reset()
    const { total_count: before } = await control.bookings.list()
    const { page } = from
    await from.open('data')
    const choose = async () => {
      await page
        .getByLabel('Import a file')
        .setInputFiles({ name: 'export.json', mimeType: 'application/json', buffer })
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Import' }).click()
    }
    // What was said on the way: it may be over before one has looked.
    await page.evaluate(() => {
      const said = new Set<string>()
      Object.assign(window, { said })
      new MutationObserver(() => {
        for (const one of document.querySelectorAll('main [role=status], .toast h2'))
          said.add(one.textContent)
        const bar = document.querySelector('main progress') as HTMLProgressElement | null
        if (bar) said.add(`bar ${bar.position}`)
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    })
    const heard = () => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said])

    // Held on its way, it can be stopped.
    const follow = '**/import/follow'
    await page.route(follow, () => undefined)
    await choose()
    await page.getByText(/^Sending [\d.]+ MiB/).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped: everything is as it was.').waitFor()
    expect((await control.bookings.list()).total_count).toBe(before)
    await page.unroute(follow)

    await choose()
    await expect
      .poll(async () => (await heard()).filter((text) => text.startsWith('Imported')), { timeout: 30_000 })
      .toMatchObject([expect.stringMatching(/^Imported [\d,]+ rows\.$/)])
    expect((await control.bookings.list()).total_count).toBe(bookings)
    const told = await heard()
    expect(told.some((text) => /^[\d,]+ of [\d,]+ rows written/.test(text))).toBe(true)
    expect(told.some((text) => text.startsWith('bar '))).toBe(true)
  })

  it('of another file is refused in words', async () => {
    const { page, open } = await openPage()
    await open('data')
    for (const text of ['no JSON', '{"a":1}']) {
      await page
        .getByLabel('Import a file')
        .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(text) })
      await page.getByText('This file is no export of a sandbox').waitFor()
    }
    expect(await page.getByRole('button', { name: 'Import', exact: true }).count()).toBe(0)
  })
})

describe('the columns of a list', () => {
  it('are chosen by each viewer, and kept', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.receive('payment.created')
    await sandbox.control.events.trigger('payment.created')
    await stage.open('deliveries')
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
    await head('Answer').waitFor()
    expect(await head('Delivery id').count()).toBe(0)
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Answer' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Delivery id' }).click()
    await head('Answer').waitFor({ state: 'detached' })
    await head('Delivery id').waitFor()
    // What a row is called by stays.
    expect(await page.getByRole('menuitemcheckbox', { name: 'Event' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    await page.reload()
    await head('Delivery id').waitFor()
    expect(await head('Answer').count()).toBe(0)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['svc-sandbox-prefs'])
  })
})

describe('the filter of requests', () => {
  it('takes a part of a path, a pattern, a quoted text, and several at once', async () => {
    const stage = await openPage()
    const { page, call } = stage
    const made = await call('POST', '/payments', { body: payment })
    await call('GET', `/payments/${made.json.id}`)
    await call('GET', '/bookings?status=checked%20in')
    await call('GET', '/bookings/nobody')
    await stage.open('requests')
    const shown = async () =>
      (await page.locator('tbody td.main').allInnerTexts()).map((text) => text.replace('/api/v1/client', ''))
    const field = page.getByRole('searchbox')
    const filter = async (text: string, expected: string[]) => {
      await field.fill(text)
      await field.press('Enter')
      await expect.poll(shown).toEqual(expected)
      // The address holds it, so a link shows the same.
      expect(new URL(page.url()).searchParams.get('q') ?? '').toBe(text)
    }
    const one = `GET /payments/${made.json.id}`
    await filter('path:payments', [one, 'POST /payments'])
    await filter('path:pay', [one, 'POST /payments'])
    await filter('path:/api/v1/client/payments', ['POST /payments'])
    await filter('path:/api/v1/client/payments/*', [one])
    await filter('path:**/nobody', ['GET /bookings/nobody'])
    await filter('path:bookings status:4xx', ['GET /bookings/nobody'])
    await filter('path:bookings status:404 method:GET', ['GET /bookings/nobody'])
    await filter('"checked%20in"', ['GET /bookings?status=checked%20in'])
    // Sent before the wait for the last letter is over, and taken back at once: nothing is left that would send it again.
    await page.clock.install()
    await filter('path:nothing', [])
    await page.getByText('No request matches').waitFor()
    await page.getByRole('button', { name: 'Show all requests' }).click()
    await expect.poll(shown).toHaveLength(4)
    await page.clock.runFor(1_000)
    await expect.poll(shown).toHaveLength(4)
    expect(await field.inputValue()).toBe('')
    // The choices beside it write into it, and leave the rest of it.
    await filter('path:payments', [one, 'POST /payments'])
    await page.getByLabel('Method', { exact: true }).selectOption('POST')
    await expect.poll(() => field.inputValue()).toBe('method:POST path:payments')
    await expect.poll(shown).toEqual(['POST /payments'])
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe('method:POST path:payments')
    await expect.poll(shown).toEqual(['POST /payments'])
  })
})

describe('a request', () => {
  it('tells its rate limit and the headers of its answer', async () => {
    const stage = await openPage({ rateLimit: 5 })
    const { page, call, sandbox } = stage
    await call('GET', '/bookings')
    const [request] = await sandbox.control.requests.list()
    await stage.open(`requests/${request!.id}`)
    const detail = page.getByRole('article', { name: 'Request' })
    await detail.getByText('4 of 5 left, anew 60 s later').waitFor()
    await detail.getByRole('tab', { name: 'Headers' }).click()
    const headers = detail.getByRole('region', { name: 'Headers of the answer' })
    expect(await headers.innerText()).toContain(`x-request-id: ${request!.id}`)
  })
})

describe('100,000 deliveries', () => {
  it('are listed, sorted, paged and scrolled with few rows drawn and few bytes read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-many-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const database = join(folder, 'sandbox.db')
    await fillDeliveries(database, 100_000)
    const stage = await openPage({ database })
    const { page } = stage
    let bytes = 0
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    const lists = new Set<string>()
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.includes('/deliveries?')) lists.add(requestId)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (lists.has(requestId)) bytes += encodedDataLength
    })
    await stage.open('deliveries')
    await page.getByText('100,000 deliveries').waitFor()
    const elements = () => page.evaluate(() => document.querySelectorAll('*').length)
    const few = async () => {
      expect(await page.locator('tbody tr').count()).toBe(25)
      expect(await elements()).toBeLessThan(1_500)
    }
    await few()
    await page.getByRole('button', { name: 'Older' }).click()
    await page.waitForURL(/page=2/)
    await page.mouse.wheel(0, 5_000)
    await page.getByText('page 2 of 4,000').waitFor()
    await few()
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click()
    await page.waitForURL(/sort=status/)
    await few()
    await page.goto(`${page.url().split('?')[0]}?page=4000`)
    await page.getByText('page 4,000 of 4,000').waitFor()
    await few()
    // Some 25 deliveries for each of the four views, whatever the length of the list.
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThan(400_000)
  }, 60_000)
})

describe('the time zone of a property', () => {
  it('is saved there, and every time is shown in it, with UTC beside it', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open('properties')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.getByText('2026-11-21 21:00:00 Asia/Tokyo · 2026-11-21 12:00:00 UTC').waitFor()
    expect((await sandbox.control.properties.list())[0]?.time_zone).toBe('UTC')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Asia/Tokyo' }).waitFor()
    expect((await sandbox.control.properties.list())[0]?.time_zone).toBe('Asia/Tokyo')
    await page.locator('.side .small-clock').getByText('2026-11-21 21:00:00').waitFor()
    // Another browser has it too; a viewer may choose another one.
    await page.evaluate(() => localStorage.clear())
    await stage.open('preferences')
    await page.getByText('2026-11-21 21:00:00 Asia/Tokyo').waitFor()
    await page.getByLabel('Time zone').selectOption('UTC')
    await page.locator('.side .small-clock').getByText('2026-11-21 12:00:00').waitFor()
  })
})

describe('snapshots', () => {
  it('have names, are there after a reload, and are restored and deleted', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open('data')
    await page.getByLabel('What it is for').fill('before the season')
    await page.getByRole('button', { name: 'Take a snapshot' }).click()
    const row = page.getByRole('row').filter({ hasText: 'before the season' })
    await row.waitFor()
    await sandbox.control.bookings.create()
    await page.reload()
    await row.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
    await expect.poll(async () => (await sandbox.control.bookings.list()).total_count).toBe(0)
    // It can be restored any number of times: it is still there.
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    expect(await sandbox.control.snapshots.list()).toEqual([])
  })
})

describe('the link of the start', () => {
  it('signs in wherever it leads, and leaves no token in the address or the history', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    // As it is printed, and with a place behind it.
    for (const place of [
      '/dashboard',
      '/dashboard/go/payments',
      `/dashboard/p/${sandbox.propertyId}/clock`,
    ]) {
      await page.evaluate(() => sessionStorage.clear()).catch(() => undefined)
      await page.goto('about:blank')
      await page.goto(`${sandbox.url}${place}#token=${sandbox.adminToken}`)
      await page.locator('main h1').waitFor()
      expect(await page.getByLabel('Admin token').count()).toBe(0)
      expect(page.url()).not.toContain('token')
    }
    await page.goBack()
    expect(page.url()).not.toContain('token')
  })

  it('with a wrong token leads to the form, which says so', async () => {
    const stage = await openPage()
    stage.tolerate(/status of 401/)
    const { page, sandbox } = stage
    await page.goto(`${sandbox.url}/dashboard#token=svc_admin_old`)
    await page.getByText('This is not the admin token of this sandbox.').waitFor()
    expect(page.url()).not.toContain('token')
    await page.getByLabel('Admin token').fill(sandbox.adminToken)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: sandbox.propertyName }).waitFor()
  })
})
