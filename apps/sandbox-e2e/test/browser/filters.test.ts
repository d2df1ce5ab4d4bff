/// <reference lib="dom" />
import { describe, expect, it } from 'vitest'
import { openPage } from './page.ts'

const payment = { amount: '25.00', paymentMethod: 'Cash' as const, type: 'income' as const }

describe('the filters of payments', () => {
  it('are in the address, work together, survive a reload, and are cleared at once', async () => {
    const stage = await openPage()
    stage.tolerate(/status of 400/)
    const { page, sandbox } = stage
    const { payments, clock } = sandbox.control
    await payments.create({ ...payment, name: 'Towels' })
    await clock.advance(86_400)
    await payments.create({ ...payment, name: 'Boat', paymentMethod: 'POS', description: 'to the ISLAND' })
    const back = await payments.create({ ...payment, name: 'Back', amount: '25.5', type: 'outgoing' })
    await payments.delete(back.id)
    await stage.open('payments')
    const names = () => page.locator('tbody td.main').allInnerTexts()
    await expect.poll(names).toEqual(['Back', 'Boat', 'Towels'])

    await page.getByLabel('Method').selectOption('POS')
    await page.waitForURL(/method=POS/)
    await expect.poll(names).toEqual(['Boat'])
    await page.getByLabel('Name or description').fill('island')
    await page.waitForURL(/method=POS.*search=island/)
    await page.reload()
    await expect.poll(names).toEqual(['Boat'])
    expect(await page.getByLabel('Name or description').inputValue()).toBe('island')
    await page.getByLabel('Type').selectOption('outgoing')
    await page.getByText('No payment matches').waitFor()
    await page.getByRole('button', { name: 'Clear the filters' }).click()
    await expect.poll(names).toEqual(['Back', 'Boat', 'Towels'])
    expect(new URL(page.url()).search).toBe('')
    expect(await page.getByLabel('Name or description').inputValue()).toBe('')

    // Money as people type it, exactly.
    await page.getByLabel('Amount').fill('25,5')
    await expect.poll(names).toEqual(['Back'])
    await page.getByLabel('Amount').fill('a lot')
    await page.getByRole('alert').getByText('must be a decimal string').waitFor()
    await page.getByLabel('Amount').fill('')
    await page.getByLabel('Status').selectOption('active')
    await expect.poll(names).toEqual(['Boat', 'Towels'])
    // Whole days, the last one included.
    await page.getByLabel('Recorded until').fill('2026-11-21')
    await expect.poll(names).toEqual(['Towels'])
    await page.getByLabel('Recorded from').fill('2026-11-22')
    await page.getByLabel('Recorded until').fill('')
    await expect.poll(names).toEqual(['Boat'])
  })

  it('by date mean the days of the time zone that is shown', async () => {
    const stage = await openPage({ now: '2026-11-21T20:00:00Z' })
    const { page, sandbox } = stage
    await sandbox.control.payments.create({ ...payment, name: 'Late' })
    const { id } = await sandbox.control.properties.create({ name: 'Tokyo', time_zone: 'Asia/Tokyo' })
    await sandbox.control.property(id).payments.create({ ...payment, name: 'Early' })
    await stage.open('payments?from=2026-11-22')
    await page.getByText('No payment matches').waitFor()
    // There the 22nd has begun.
    await page.goto(`${sandbox.url}/dashboard/p/${id}/payments?from=2026-11-22&until=2026-11-22`)
    await page.getByRole('link', { name: 'Early' }).waitFor()
    expect(await page.getByLabel('Recorded until').inputValue()).toBe('2026-11-22')
  })

  it('say where they stopped among too many, and go on from there', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await sandbox.control.payments.create({ ...payment, name: 'Towels' })
    const asked: string[] = []
    await page.route('**/sandbox/**/payments?*', async (route) => {
      const url = new URL(route.request().url())
      asked.push(url.searchParams.get('before') ?? '')
      const answer = await route.fetch()
      const json = (await answer.json()) as object
      const far = url.searchParams.has('paymentMethod') && !url.searchParams.has('before')
      await route.fulfill({ json: { ...json, looked_until: far ? '2026-11-21T12:00:00.000Z' : null } })
    })
    await stage.open('payments?method=Cash')
    await page.getByText('This is what was found up to').waitFor()
    await page.getByRole('button', { name: 'Look on from there' }).click()
    await page.waitForURL(/before=/)
    await page.getByRole('button', { name: 'Back to the newest' }).waitFor()
    await page.getByText('This is what was found up to').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.table[aria-busy=true]').count()).toBe(0)
    // The millisecond itself is looked at again: others of it may have been left out.
    await expect.poll(() => asked.at(-1)).toBe('2026-11-21T12:00:00.001Z')
    await page.getByRole('button', { name: 'Back to the newest' }).click()
    await page.getByText('This is what was found up to').waitFor()
    // Another search does not begin in the middle.
    await page.getByRole('button', { name: 'Look on from there' }).click()
    await page.waitForURL(/before=/)
    await page.getByLabel('Type').selectOption('income')
    await page.waitForURL((url) => !url.search.includes('before'))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

describe('what is typed into a filter', () => {
  it('stays as it is when one pauses after a space', async () => {
    const stage = await openPage()
    const { page } = stage
    await stage.open('requests')
    const field = page.getByLabel('Filter')
    await field.pressSequentially('status:5xx ')
    await page.waitForURL(/q=status/)
    await page.waitForFunction(() => document.readyState === 'complete')
    await field.pressSequentially('path:payments')
    expect(await field.inputValue()).toBe('status:5xx path:payments')
    await page.waitForURL(/path/)
    // What comes from elsewhere is shown.
    await page.getByLabel('Method').selectOption('GET')
    await expect.poll(() => field.inputValue()).toBe('status:5xx method:GET path:payments')
  })

  it('is not lost to a choice beside it, nor the choice to it', async () => {
    const stage = await openPage()
    const { page } = stage
    await stage.open('payments')
    await page.getByLabel('Name or description').pressSequentially('towels')
    await page.getByLabel('Method').selectOption('POS')
    await page.waitForURL(/search=towels/)
    expect(new URL(page.url()).searchParams.get('method')).toBe('POS')
  })

  it('as a date makes no list of the year 2, and no entry of the history for each key', async () => {
    const stage = await openPage()
    const { page } = stage
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).search))
    for (const [place, label] of [
      ['bookings', 'Stays from'],
      ['payments', 'Recorded from'],
    ] as const) {
      await stage.open(place)
      await page.locator('main h1').waitFor()
      const before = await page.evaluate(() => history.length)
      await page.getByLabel(label).focus()
      await page.keyboard.type('11212026')
      await page.waitForURL(/2026-11-21/)
      expect(await page.evaluate(() => history.length)).toBe(before)
    }
    expect(asked.filter((search) => /000\d|002\d|02\d\d-/.test(search))).toEqual([])
  })
})
