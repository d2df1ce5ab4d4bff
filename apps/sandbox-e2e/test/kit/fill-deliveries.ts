import { startSandbox } from '../../../sandbox/src/index.ts'
import { DatabaseSync } from '../../../sandbox/src/storage/sqlite/node-sqlite.ts'

/**
 * Makes a database file with an endpoint, an event and many deliveries of it, four of five delivered and one dead, written
 * straight into the table: nobody waits for so many to be delivered.
 */
export async function fillDeliveries(database: string, count: number): Promise<void> {
  const sandbox = await startSandbox({ database, clock: 'manual', now: '2026-11-21T12:00:00Z' })
  const { id: endpoint } = await sandbox.control.webhooks.create({
    url: 'http://127.0.0.1:9/hook',
    events: ['payment.created'],
  })
  const { id: event } = await sandbox.control.events.trigger('payment.created')
  const { propertyId } = sandbox
  const now = Date.parse((await sandbox.control.clock.get()).now)
  await sandbox.close()
  const file = new DatabaseSync(database)
  try {
    file.exec('delete from deliveries')
    file
      .prepare(
        `insert into deliveries (property_id, id, endpoint_id, event_id, event_type, body, status, attempts,
           ladder_attempts, next_attempt_at, last_attempted_at, delivered_at, response_status, response_body, created_at,
           lease_until, lease_token, traceparent)
         with recursive n(i) as (select 1 union all select i + 1 from n where i < ?1)
         select ?2, printf('00000000-0000-4000-8000-%012d', i), ?3, ?4, 'payment.created',
           printf('{"id":"00000000-0000-4000-8000-%012d","type":"payment.created","data":{"amount":"25.0000"}}', i),
           case when i % 5 = 0 then 'dead' else 'delivered' end, case when i % 5 = 0 then 5 else 1 end,
           case when i % 5 = 0 then 5 else 1 end, null, ?5, case when i % 5 = 0 then null else ?5 end,
           case when i % 5 = 0 then 503 else 200 end, 'ok', ?5, null, null, null
         from n`,
      )
      .run(count, propertyId, endpoint, event, now)
  } finally {
    file.close()
  }
}
