import { describe, expect, it } from 'vitest'
import { asCaller, createSender } from '../../../sandbox/test/kit/index.ts'
import { openPage } from './page.ts'

describe('signing in', () => {
  it('asks for the admin token and says in the server’s words that a wrong one is wrong', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    stage.tolerate(/status of 401/)
    await page.goto(`${sandbox.url}/`)
    await page.getByLabel('Admin token').fill('svc_admin_guessed')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('This is not the admin token of this sandbox.').waitFor()

    await page.getByLabel('Admin token').fill(` ${sandbox.adminToken} `)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: sandbox.propertyName }).waitFor()
    expect(await page.getByLabel('Admin token').count()).toBe(0)
  })

  it('takes the token from the address and out of it at once', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open()
    const home = `${sandbox.url}/dashboard/p/${sandbox.propertyId}`
    await page.getByRole('heading', { level: 1, name: sandbox.propertyName }).waitFor()
    expect(page.url()).toBe(home)
    await page.getByRole('link', { name: 'Clock', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Clock' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: sandbox.propertyName }).waitFor()
    expect(page.url()).toBe(home)
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: sandbox.propertyName }).waitFor()
  })

  it('goes back to the form, and says why, when the token is no longer accepted', async () => {
    const stage = await openPage()
    const { page } = stage
    stage.tolerate(/status of 401/)
    await stage.open('api-keys')
    await page.getByRole('button', { name: 'Generate' }).waitFor()
    await page.evaluate(() => sessionStorage.setItem('svc-sandbox-admin-token', 'svc_admin_old'))
    await page.reload()
    await page.getByText('This is not the admin token of this sandbox.').waitFor()
    await page.getByLabel('Admin token').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('svc-sandbox-admin-token'))).toBeNull()
  })

  it('ends with Sign out: nothing of the token stays', async () => {
    const stage = await openPage()
    const { page } = stage
    await stage.open()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Admin token').waitFor()
    await page.reload()
    await page.getByLabel('Admin token').waitFor()
    expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('svc_admin')
  })
})

describe('Settings, API Keys (spec 5)', () => {
  it('Generate makes a key that works and is displayed once', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await stage.open()
    await page.getByRole('link', { name: 'API Keys', exact: true }).click()
    await page.getByLabel('Name').fill('Booking engine')
    await page.getByRole('button', { name: 'Generate' }).click()
    const shown = page.getByRole('status', { name: 'Your new API key' })
    const key = await shown.locator('.secret-value').innerText()
    expect(key).toMatch(/^svc_[\w-]{32,}$/)

    const { send, close } = createSender(sandbox.url)
    try {
      const call = asCaller(send, key)
      expect((await call('GET', '/bookings')).status).toBe(200)

      await page.getByRole('button', { name: 'I have stored it' }).click()
      await page.reload()
      const row = page.getByRole('row').filter({ hasText: 'Booking engine' })
      await row.waitFor()
      expect(await page.content()).not.toContain(key)
      expect(await row.innerText()).toContain(key.slice(0, 8))

      await row.getByRole('button', { name: 'Delete' }).click()
      const question = page.getByRole('alertdialog')
      await question.getByText('Calls with it will get 401.').waitFor()
      await question.getByRole('button', { name: 'Delete' }).click()
      await row.waitFor({ state: 'detached' })
      expect((await call('GET', '/bookings')).status).toBe(401)
    } finally {
      await close()
    }
  })
})

describe('Settings, Allowed origins (spec 5)', () => {
  it('an origin is refused, allowed, and refused again', async () => {
    const stage = await openPage()
    const { page, call } = stage
    const origin = 'https://booking.example.com'
    const status = async () => (await call('GET', '/bookings', { headers: { origin } })).status
    await stage.open('origins')
    await page.getByText('No origin is allowed').waitFor()
    expect(await status()).toBe(403)

    await page.getByLabel('Origin').fill(origin)
    await page.getByRole('button', { name: 'Allow' }).click()
    const row = page.getByRole('row').filter({ hasText: origin })
    await row.waitFor()
    expect(await status()).toBe(200)

    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No origin is allowed').waitFor()
    expect(await status()).toBe(403)
  })

  it('what is no origin is refused in the server’s words', async () => {
    const stage = await openPage()
    const { page } = stage
    stage.tolerate(/status of 400/)
    await stage.open('origins')
    await page.getByLabel('Origin').fill('not an origin')
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('alert').getByText('Origin must').waitFor()
    expect(await page.getByRole('alert').innerText()).not.toMatch(/origins\.\d/)
  })
})

describe('Properties', () => {
  it('a new one is shown at once, apart from the others', async () => {
    const stage = await openPage()
    const { page, sandbox } = stage
    await sandbox.control.bookings.create({ guest: { first_name: 'Ada', last_name: 'Lovelace' } })
    await stage.open('properties')
    await page.getByLabel('Name').fill('Harbour Hostel')
    await page.getByRole('button', { name: 'Add property' }).click()
    await page.getByRole('row').filter({ hasText: 'Harbour Hostel' }).getByText('shown').waitFor()

    await page.getByRole('link', { name: 'Bookings' }).click()
    await page.getByText('No booking yet').waitFor()
    await page.getByLabel('Property').selectOption({ label: sandbox.propertyName })
    await page.getByRole('link', { name: 'Ada Lovelace' }).click()
    await page.getByRole('heading', { name: 'Stay dates' }).waitFor()
    // The booking in the address is not of the other property: its list is shown instead.
    await page.getByLabel('Property').selectOption({ label: 'Harbour Hostel' })
    await page.getByText('No booking yet').waitFor()
    expect(page.url()).toMatch(/\/p\/[0-9a-f-]{36}\/bookings$/)
  })
})
