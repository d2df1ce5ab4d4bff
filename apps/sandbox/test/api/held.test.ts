import { describe, expect, it } from 'vitest'
import { startSandbox } from '../../src/index.ts'
import { freshDatabase, kinds, openStage } from '../kit/index.ts'

/** What a repeated read may answer from memory. Each path is read twice before anything changes. */
describe.each(kinds)('a read that is repeated, on %s', (kind) => {
  async function openRead() {
    const stage = await openStage({ ...(await freshDatabase(kind)), role: 'api' })
    const { bookings } = stage.control
    const booking = await bookings.create()
    const paths = [`/bookings/${booking.id}`, '/bookings?limit=10', '/bookings?status=confirmed']
    const read = () => Promise.all(paths.map(async (path) => (await stage.call('GET', path)).json))
    for (let time = 1; time <= 2; time++) await read()
    return { ...stage, bookings, booking, paths, read }
  }

  it('has the same bytes under an id of its own', async () => {
    const { call, paths } = await openRead()
    for (const path of paths) {
      const [first, second] = [await call('GET', path), await call('GET', path)]
      expect(second.text).toBe(first.text)
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
      const names = Object.keys(first.headers)
      expect(Object.keys(second.headers)).toEqual(names)
    }
  })

  it('shows each change', async () => {
    const { bookings, booking, read } = await openRead()
    const updated = await bookings.update(booking.id, { description: 'Late' })
    expect(await read()).toMatchObject([updated, { results: [updated] }, { results: [updated] }])
    await bookings.cancel(booking.id)
    expect(await read()).toMatchObject([{ status: 'cancelled' }, { total_count: 1 }, { total_count: 0 }])
    const later = await bookings.create()
    expect(await read()).toMatchObject([
      { id: booking.id },
      { total_count: 2 },
      { results: [{ id: later.id }] },
    ])
  })

  it('shows a guest who has changed in another booking', async () => {
    const { bookings, booking, read } = await openRead()
    await bookings.create({ guest: { id: booking.guest.id, first_name: 'Zoë' } })
    expect(await read()).toMatchObject([{ guest: { first_name: 'Zoë' } }, { total_count: 2 }, {}])
  })

  it('shows nothing of what a reset has removed', async () => {
    const { call, control, paths } = await openRead()
    await control.reset()
    const [one = '', ten = ''] = paths
    expect((await call('GET', one)).status).toBe(404)
    expect((await call('GET', ten)).json).toMatchObject({ results: [], total_count: 0 })
  })

  it('is checked like the first one', async () => {
    const { send, call, control, paths, sandbox } = await openRead()
    const [path = ''] = paths
    const url = `/api/v1/client${path}`
    expect((await send('GET', url)).status).toBe(401)
    const headers = { 'x-api-key': sandbox.apiKey, origin: 'https://elsewhere.example' }
    expect((await send('GET', url, { headers })).status).toBe(403)
    await control.faults.add({ when: 'before', action: { type: 'status', status: 500 }, times: 1 })
    expect((await call('GET', path)).status).toBe(500)
    expect((await call('GET', path)).status).toBe(200)
  })

  it('is in the request log and the metrics', async () => {
    const { send, control, paths, booking } = await openRead()
    const logged = await control.requests.list({ path: `/api/v1/client${paths[0]}` })
    expect(logged).toHaveLength(2)
    // All of it but what names the request and what it took.
    const [second, first] = logged.map((entry) => {
      expect(entry.response_headers).toMatchObject({ 'x-request-id': entry.id })
      return { ...entry, id: '', ms: 0, response_headers: { ...entry.response_headers, 'x-request-id': '' } }
    })
    expect(second).toEqual(first)
    expect(JSON.parse(logged[0]?.response_body ?? '')).toEqual(booking)
    const { text } = await send('GET', '/metrics')
    expect(text).toContain(
      'svc_http_requests_total{method="GET",route="/api/v1/client/bookings/:bookingId",status="200"} 2',
    )
  })
})

it('what another process writes to the file shows in a repeated read', async () => {
  const database = await freshDatabase('sqlite')
  const { control, call, sandbox } = await openStage({ ...database, shared: true, role: 'api' })
  const booking = await control.bookings.create()
  const path = `/bookings/${booking.id}`
  for (let time = 1; time <= 2; time++) await call('GET', path)
  // Another connection is another process to SQLite.
  const options = { ...database, shared: true, role: 'api', propertyId: sandbox.propertyId } as const
  await using other = await startSandbox(options)
  await other.control.bookings.update(booking.id, { description: 'Late' })
  await expect.poll(async () => (await call('GET', path)).json.description).toBe('Late')
})
