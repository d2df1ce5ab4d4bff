import { randomUUID } from 'node:crypto'
import { type OperationId, operations } from '@svc/models'
import { openInbox } from '@svc/testing'
import { expect, it } from 'vitest'
import { openStorage } from '../../../sandbox/src/storage/open.ts'
import { spreadTables } from '../../../sandbox/src/storage/migrations/0001-tables.ts'
import { openStage, payment } from '../../../sandbox/test/kit/index.ts'
import { recordPlans } from '../kit/executed-plans.ts'
import { freshPostgresDatabase, lookAtPostgres } from '../kit/looked-at.ts'

const partitions = 16
/** After five runs PostgreSQL may plan a prepared statement once for all values: it is seen in both forms. */
const rounds = 7

/** The tables of which a statement has touched more than one part, with those parts. */
function several(touched: readonly string[]): string[] {
  const parts = new Set(touched.filter((relation) => /_p\d+$/.test(relation)))
  const byTable = Map.groupBy(parts, (part) => part.replace(/_p\d+$/, ''))
  return [...byTable.values()].filter((of) => of.length > 1).flat()
}

it('every statement of the client API and of the deliveries touches one part of each table (D29)', async () => {
  const database = await freshPostgresDatabase()
  await (await openStorage({ database, partitions })).close()
  const plans = await recordPlans(database)

  const { sandbox, control, call, inbox } = await openStage({ database, now: undefined, clock: 'real' })
  const good = await inbox(['payment.created', 'payment.updated'])
  await using failing = await openInbox({ control, respond: 500 })
  // Other properties have rows too, in other parts.
  for (let other = 0; other < 6; other += 1) {
    const { id } = await control.properties.create({ name: 'Another hostel' })
    await control.property(id).bookings.create()
  }
  await control.bookings.seed({ bookings: 300, seed: 'plans' })
  const seeded = plans.length

  const body = (fields: object = {}) => ({ body: { ...payment, ...fields } })
  const hook = () => ({ body: { url: failing.url, events: ['payment.created'] } })
  const newest = (await call('GET', '/bookings?limit=1')).json.results[0]
  const [night] = newest.stay_dates
  const idOf = async (path: string, sent: object) => (await call('POST', path, sent)).json.id as string
  const calls: Record<OperationId, () => Promise<unknown>> = {
    listBookings: async () => {
      for (const query of [
        '',
        '?page=25&limit=10',
        '?status=confirmed',
        '?status=confirmed&page=25',
        `?guest_id=${newest.guest.id}`,
        `?start_date=${night.date}`,
        `?end_date=${night.date}&status=confirmed`,
        `?start_date=${night.date}&end_date=${night.date}`,
        `?start_date=2020-01-01&page=25&limit=10`,
        `?end_date=${night.date}&page=22&limit=10`,
        `?start_date=2020-01-01&end_date=${night.date}&page=22&limit=10`,
      ])
        expect((await call('GET', `/bookings${query}`)).status).toBe(200)
    },
    getBooking: () => call('GET', `/bookings/${newest.id}`),
    listPayments: async () => {
      await call('GET', '/payments')
      await call('GET', `/payments?bid=${newest.id}`)
    },
    createPayment: async () => {
      const headers = { 'idempotency-key': randomUUID() }
      const sent = { ...body({ bid: newest.id, gid: newest.guest.id }), headers }
      const [one, again] = [await call('POST', '/payments', sent), await call('POST', '/payments', sent)]
      expect([one.status, again.text]).toEqual([201, one.text])
      expect((await call('POST', '/payments', body({ bid: randomUUID() }))).status).toBe(400)
    },
    updatePayment: async () => {
      const id = await idOf('/payments', body())
      expect((await call('PATCH', `/payments/${id}`, { body: { amount: '7' } })).status).toBe(200)
    },
    deletePayment: async () => call('DELETE', `/payments/${await idOf('/payments', body())}`),
    createWebhook: async () => call('DELETE', `/webhooks/${await idOf('/webhooks', hook())}`),
    listWebhooks: () => call('GET', '/webhooks'),
    updateWebhook: async () => {
      const id = await idOf('/webhooks', hook())
      await call('PATCH', `/webhooks/${id}`, { body: { is_active: false } })
      await call('PATCH', `/webhooks/${id}`, { body: { is_active: true } })
    },
    deleteWebhook: async () => call('DELETE', `/webhooks/${await idOf('/webhooks', hook())}`),
    listDeliveries: () => call('GET', `/webhooks/${good.endpointId}/deliveries`),
  }
  await call('POST', '/webhooks', hook())
  for (let round = 0; round < rounds; round += 1) {
    for (const id of Object.keys(operations) as OperationId[]) await calls[id]()
    // Deliveries that arrive, that fail and wait for their retry, and that are sent by hand.
    await expect.poll(() => good.all().length, { timeout: 20_000 }).toBeGreaterThan(round * 2)
    await expect.poll(() => failing.all().length, { timeout: 20_000 }).toBeGreaterThan(round)
    const [delivery] = (await control.deliveries.list({ limit: 1 })).results
    await control.deliveries.resend(delivery!.id)
  }
  const seen = plans.slice(seeded)
  // What concerns all properties asks every part, and would be noticed: the attempts that an advance has caused.
  await control.clock.advance(1)
  await sandbox.close()
  expect(plans.slice(seeded + seen.length).flatMap(({ touched }) => several(touched))).not.toEqual([])

  const wrong = seen.filter(({ touched }) => several(touched).length > 0)
  expect(wrong.map(({ text, touched }) => ({ text, parts: several(touched) }))).toEqual([])
  // It has seen what it is about: every table that grows but those that only the control API writes to.
  const tables = new Set(
    plans.flatMap(({ touched }) => touched.map((relation) => relation.replace(/_p\d+$/, ''))),
  )
  expect(spreadTables.filter((table) => !tables.has(table))).toEqual([])
  expect(new Set(seen.map(({ text }) => text)).size).toBeGreaterThan(40)
})

it('a database keeps its layout, and another one is refused by name', async () => {
  const database = await freshPostgresDatabase()
  await (await openStorage({ database, partitions: 3 })).close()
  await expect(openStorage({ database, partitions: 4 })).rejects.toThrow(
    /its tables have 3 partitions, and 4 were asked for.*start with --partitions 3 or without it/,
  )
  await expect(openStorage({ database, partitions: 'off' })).rejects.toThrow(/and whole ones were asked for/)
  const storage = await openStorage({ database })
  expect(storage.partitions).toBe(3)
  await storage.close()
  const parts = await lookAtPostgres(database).rows(
    `select inhparent::regclass::text as name, count(*) as parts from pg_inherits
     join pg_class on pg_class.oid = inhrelid where relkind = 'r' group by 1 order by 1`,
  )
  expect(parts).toEqual(spreadTables.toSorted().map((name) => ({ name, parts: 3 })))

  const whole = await freshPostgresDatabase()
  await (await openStorage({ database: whole })).close()
  await expect(openStorage({ database: whole, partitions: 4 })).rejects.toThrow(
    /its tables are whole, and 4 were asked for/,
  )
  await expect(openStorage({ database: ':memory:', partitions: 4 })).rejects.toThrow(/PostgreSQL alone/)
})
