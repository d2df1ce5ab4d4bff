import { apiPrefix, type CreatePayment, normaliseAmount } from '@svc/models'
import { hostel, makeBookingPage, makeError, makePayment } from '@svc/testing'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

// Recipe: answering from fixtures with MSW, without a server. It keeps no state and checks no rule: what is about
// retries, idempotency or webhooks belongs on the sandbox.

const base = 'https://api.property.example'
const { bookings, shapes } = hostel()

const server = setupServer(
  http.get(`${base}${apiPrefix}/bookings`, ({ request }) => {
    const query = new URL(request.url).searchParams
    const status = query.get('status')
    const matching = bookings.filter((booking) => status === null || booking.status === status)
    return HttpResponse.json(
      makeBookingPage(matching, {
        page: Number(query.get('page') ?? 1),
        limit: Number(query.get('limit') ?? 10),
      }),
    )
  }),
  http.post(`${base}${apiPrefix}/payments`, async ({ request }) => {
    const body = (await request.json()) as CreatePayment
    return HttpResponse.json(
      makePayment({
        amount: normaliseAmount(body.amount),
        paymentMethod: body.paymentMethod,
        type: body.type,
      }),
      { status: 201 },
    )
  }),
)
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

it('bookings come from a realistic property', async () => {
  const answer = await fetch(`${base}${apiPrefix}/bookings?status=cancelled&limit=50`)
  const page = (await answer.json()) as ReturnType<typeof makeBookingPage>
  expect(page.results.map(({ id }) => id)).toContain(shapes.no_show?.id)
  expect(page.results.every(({ status }) => status === 'cancelled')).toBe(true)
})

it('a payment is answered as the service would', async () => {
  const answer = await fetch(`${base}${apiPrefix}/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '120.5', paymentMethod: 'Cash', type: 'income' }),
  })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({ amount: '120.5000', paymentMethod: 'Cash', status: true })
})

it('an error is one of the service', async () => {
  const { status, body } = makeError('rate_limited')
  server.use(
    http.get(`${base}${apiPrefix}/bookings`, () =>
      HttpResponse.json(body, { status, headers: { 'retry-after': '7' } }),
    ),
  )
  const answer = await fetch(`${base}${apiPrefix}/bookings`)
  expect(answer.status).toBe(429)
  expect(await answer.json()).toMatchObject({ code: 'rate_limited' })
})
