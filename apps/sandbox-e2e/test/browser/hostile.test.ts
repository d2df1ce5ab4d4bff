import { expect, it } from 'vitest'
import { openPage } from './page.ts'

/** What would run, leave, or break the page if any of it became markup, code or an address. */
const hostile = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(2)</script>',
  '"><svg onload=alert(3)>',
  'javascript:alert(4)',
  "'-alert(5)-'",
  '</pre></code><iframe src=https://evil.example></iframe>',
  '{{constructor.constructor("alert(6)")()}}',
  '\u202Egnp.exe',
].join(' ')

/** What the page has nowhere of its own. */
const strange =
  'iframe, object, embed, svg:not(.lucide), main img, [onerror], [onload], [onclick], [style*="evil"], [style*="alert"]'

it('hostile data is text wherever it is shown', async () => {
  const stage = await openPage()
  const { page, sandbox, call } = stage
  const { control } = sandbox
  const inbox = await stage.receive('booking.created', 'payment.created', 'message.received')
  inbox.respond = {
    status: 500,
    body: hostile,
    headers: { 'content-type': 'text/html', 'x-evil': hostile.slice(0, 120) },
  }

  const booking = await control.bookings.create({
    status: hostile.slice(0, 64),
    description: hostile,
    guest: { first_name: hostile, last_name: hostile, email: hostile, phone: hostile.slice(0, 64) },
  })
  await control.messages.send({ bookingId: booking.id, content: hostile })
  await call('POST', '/payments', {
    body: { amount: '1.00', paymentMethod: 'Cash', type: 'income', name: hostile, description: hostile },
  })
  await call('GET', `/bookings?status=${encodeURIComponent(hostile)}`)
  await call('GET', `/${encodeURIComponent(hostile)}`)
  await control.apiKeys.create({ name: hostile })
  const other = await control.properties.create({ name: hostile })
  await control.faults.add({
    match: { path: `/${hostile}` },
    when: 'before',
    action: { type: 'status', status: 500, body: hostile },
  })
  await control.snapshot({ name: hostile.slice(0, 100) })
  await control.clock.advance(60)

  const { results } = await control.deliveries.list()
  const { results: payments } = await control.payments.list()
  const { results: events } = await control.events.list()
  const requests = await control.requests.list()
  const places = [
    '',
    'requests',
    ...requests.map(({ id }) => `requests/${id}`),
    'deliveries',
    ...results.map(({ id }) => `deliveries/${id}`),
    'bookings',
    `bookings/${booking.id}`,
    'payments',
    ...payments.map(({ id }) => `payments/${id}`),
    'endpoints',
    `endpoints/${inbox.endpointId}`,
    'events',
    ...events.map(({ id }) => `events/${id}`),
    `keys/${encodeURIComponent(hostile.slice(0, 150))}`,
    'clock',
    'faults',
    'api-keys',
    'properties',
    'data',
    `${encodeURIComponent(hostile)}/${encodeURIComponent(hostile)}?status=${encodeURIComponent(hostile)}`,
  ]
  await stage.open()
  for (const place of places) {
    await page.goto(`${sandbox.url}/dashboard/p/${sandbox.propertyId}/${place}`)
    await page.locator('main h1').waitFor()
    await expect.poll(() => page.getByText('Loading…').count(), { timeout: 10_000 }).toBe(0)
    const found = {
      scripts: await page.locator('script').count(),
      strange: await page.locator(strange).count(),
      links: await page
        .locator('a')
        .evaluateAll(
          (links, known) =>
            links
              .map((link) => link.getAttribute('href'))
              .filter((href) => !new RegExp(known).test(href ?? '')),
          '^(#main$|/dashboard(/p/[0-9a-f-]+([/?]|$)|$)|/docs$|/openapi.json$)',
        ),
    }
    expect({ place, ...found }).toEqual({ place, scripts: 1, strange: 0, links: [] })
  }
  // It is all there to be read.
  await page.goto(`${sandbox.url}/dashboard/p/${sandbox.propertyId}/bookings/${booking.id}`)
  await page.getByRole('heading', { level: 1 }).getByText('<script>alert(2)</script>').first().waitFor()
  await page.getByLabel('Property').selectOption(other.id)
  await page.goto(`${sandbox.url}/dashboard/p/${other.id}`)
  await page.getByRole('heading', { level: 1 }).getByText('<img src=x onerror=alert(1)>').waitFor()
  // Some thirty pages, one after the other.
}, 180_000)

it('what got in all the same would not run: the policy is in force', async () => {
  const stage = await openPage()
  const { page } = stage
  await stage.open()
  stage.tolerate(/policy|Content Security Policy|requires 'Trusted/)
  const inbox = await stage.receive('payment.created')
  stage.tolerate(new RegExp(`^asked ${inbox.url}`))
  const main = page.locator('main')
  const attempts = [
    main.evaluate(
      (element, text) => Object.assign(element, { innerHTML: text }),
      '<img src=x onerror=alert(1)>',
    ),
    main.evaluate((element) => element.setAttribute('onclick', 'alert(2)')),
    page.evaluate((url) => fetch(url, { method: 'POST', mode: 'no-cors' }).then(() => 'gone'), inbox.url),
  ]
  const outcomes = await Promise.allSettled(attempts)
  expect(
    outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'done')),
  ).toEqual([
    expect.stringContaining("requires 'TrustedHTML'"),
    expect.stringContaining("requires 'TrustedScript'"),
    expect.stringContaining('Failed to fetch'),
  ])
  expect(inbox.all()).toEqual([])
})
