import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

export const RATE_LIMITS_TABLE = 'rate_limits'

/**
 * The tables of schema.ts. Rows with high traffic (events, deliveries, attempts) refer to their endpoint, delivery or
 * event only, and belong to their property through it: every further foreign key is one more row to lock per insert.
 */
export async function initial(
  db: Kysely<unknown>,
  { text, integer, shared, seq, finish }: Columns,
): Promise<void> {
  const { schema } = db

  await finish(
    schema
      .createTable('meta')
      .addColumn('key', text, (column) => column.primaryKey().notNull())
      .addColumn('value', text, (column) => column.notNull()),
    { clustered: true },
  ).execute()

  await finish(
    seq(schema.createTable('properties'))
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull()),
  ).execute()

  await finish(
    seq(schema.createTable('api_keys'))
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('property_id', text, (column) =>
        column.notNull().references('properties.id').onDelete('cascade'),
      )
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('key_hash', text, (column) => column.notNull().unique())
      .addColumn('hint', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull()),
  ).execute()
  await schema.createIndex('api_keys_property').on('api_keys').columns(['property_id', 'seq']).execute()

  await finish(
    schema
      .createTable('allowed_origins')
      .addColumn('property_id', text, (column) =>
        column.notNull().references('properties.id').onDelete('cascade'),
      )
      .addColumn('origin', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('allowed_origins_key', ['property_id', 'origin']),
    { clustered: true },
  ).execute()
  // A preflight carries no key: does any property list this origin (D7)?
  await schema.createIndex('allowed_origins_origin').on('allowed_origins').column('origin').execute()

  await finish(
    schema
      .createTable('guests')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('property_id', text, (column) =>
        column.notNull().references('properties.id').onDelete('cascade'),
      )
      .addColumn('first_name', text, (column) => column.notNull())
      .addColumn('last_name', text, (column) => column.notNull())
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('phone', text, (column) => column.notNull()),
  ).execute()
  await schema.createIndex('guests_property').on('guests').column('property_id').execute()

  await finish(
    schema
      .createTable('bookings')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('property_id', text, (column) =>
        column.notNull().references('properties.id').onDelete('cascade'),
      )
      .addColumn('guest_id', text, (column) => column.notNull().references('guests.id'))
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('total', integer, (column) => column.notNull())
      .addColumn('created', integer, (column) => column.notNull())
      .addColumn('updated', integer, (column) => column.notNull())
      .addColumn('paidDays', integer, (column) => column.notNull())
      .addColumn('description', text, (column) => column.notNull()),
  ).execute()
  // The list is newest first, then by id (D8), alone or filtered by status or guest.
  await schema
    .createIndex('bookings_newest')
    .on('bookings')
    .columns(['property_id', 'created desc', 'id'])
    .execute()
  await schema
    .createIndex('bookings_status')
    .on('bookings')
    .columns(['property_id', 'status', 'created desc', 'id'])
    .execute()
  await schema
    .createIndex('bookings_guest')
    .on('bookings')
    .columns(['guest_id', 'created desc', 'id'])
    .execute()

  await finish(
    schema
      .createTable('stay_dates')
      .addColumn('booking_id', text, (column) =>
        column.notNull().references('bookings.id').onDelete('cascade'),
      )
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('date', text, (column) => column.notNull())
      .addColumn('amount', integer, (column) => column.notNull())
      .addColumn('room', text, (column) => column.notNull())
      .addColumn('bed', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('stay_dates_key', ['booking_id', 'position']),
    { clustered: true },
  ).execute()
  await schema.createIndex('stay_dates_date').on('stay_dates').columns(['date', 'booking_id']).execute()

  await finish(
    seq(schema.createTable('payments'))
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('property_id', text, (column) =>
        column.notNull().references('properties.id').onDelete('cascade'),
      )
      .addColumn('bid', text, (column) => column.references('bookings.id'))
      .addColumn('gid', text, (column) => column.references('guests.id'))
      .addColumn('amount', text, (column) => column.notNull())
      .addColumn('paymentMethod', text, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('description', text)
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('date', integer, (column) => column.notNull())
      .addColumn('status', integer, (column) => column.notNull()),
  ).execute()
  await schema
    .createIndex('payments_newest')
    .on('payments')
    .columns(['property_id', 'date desc', 'seq desc'])
    .execute()
  await schema
    .createIndex('payments_booking')
    .on('payments')
    .columns(['bid', 'date desc', 'seq desc'])
    .where(sql.ref('bid'), 'is not', null)
    .execute()
  await schema
    .createIndex('payments_guest')
    .on('payments')
    .column('gid')
    .where(sql.ref('gid'), 'is not', null)
    .execute()

  await finish(
    schema
      .createTable('messages')
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('property_id', text, (column) =>
        column.notNull().references('properties.id').onDelete('cascade'),
      )
      .addColumn('booking_id', text, (column) =>
        column.notNull().references('bookings.id').onDelete('cascade'),
      )
      .addColumn('thread_id', text, (column) => column.notNull())
      .addColumn('content', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull()),
  ).execute()
  await schema
    .createIndex('messages_newest')
    .on('messages')
    .columns(['property_id', 'created_at desc'])
    .execute()
  await schema.createIndex('messages_booking').on('messages').columns(['booking_id', 'created_at']).execute()

  await finish(
    seq(schema.createTable('webhook_endpoints'))
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('property_id', text, (column) =>
        column.notNull().references('properties.id').onDelete('cascade'),
      )
      .addColumn('url', text, (column) => column.notNull())
      .addColumn('secret', text, (column) => column.notNull())
      .addColumn('previous_secret', text)
      .addColumn('previous_secret_until', integer)
      .addColumn('events', text, (column) => column.notNull())
      .addColumn('is_active', integer, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('updated_at', integer, (column) => column.notNull()),
  ).execute()
  await schema
    .createIndex('webhook_endpoints_property')
    .on('webhook_endpoints')
    .columns(['property_id', 'seq'])
    .execute()

  await finish(
    seq(schema.createTable('events'))
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('property_id', text, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('data', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull()),
  ).execute()
  await schema.createIndex('events_newest').on('events').columns(['property_id', 'seq desc']).execute()

  await finish(
    seq(schema.createTable('deliveries'))
      .addColumn('id', text, (column) => column.notNull().unique())
      .addColumn('property_id', text, (column) => column.notNull())
      // A deleted endpoint takes its deliveries along, and they their attempts (spec 4.7, D13).
      .addColumn('endpoint_id', text, (column) =>
        column.notNull().references('webhook_endpoints.id').onDelete('cascade'),
      )
      .addColumn('event_id', text, (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('event_type', text, (column) => column.notNull())
      .addColumn('body', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('attempts', integer, (column) => column.notNull())
      .addColumn('ladder_attempts', integer, (column) => column.notNull())
      .addColumn('next_attempt_at', integer)
      .addColumn('last_attempted_at', integer)
      .addColumn('delivered_at', integer)
      .addColumn('response_status', integer)
      .addColumn('response_body', text)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('lease_until', integer)
      .addColumn('lease_token', text)
      .addColumn('traceparent', text),
  ).execute()
  // The queue: what is waiting is a small part of the table, however long its history grows.
  await schema
    .createIndex('deliveries_due')
    .on('deliveries')
    .columns(['next_attempt_at', 'seq'])
    .where(sql.ref('next_attempt_at'), 'is not', null)
    .execute()
  await schema
    .createIndex('deliveries_due_of_endpoint')
    .on('deliveries')
    .columns(['endpoint_id', 'next_attempt_at', 'seq'])
    .where(sql.ref('next_attempt_at'), 'is not', null)
    .execute()
  // The history: of an endpoint (spec 4.7) and of a property.
  await schema
    .createIndex('deliveries_endpoint')
    .on('deliveries')
    .columns(['endpoint_id', 'seq desc'])
    .execute()
  await schema
    .createIndex('deliveries_property')
    .on('deliveries')
    .columns(['property_id', 'seq desc'])
    .execute()
  await schema.createIndex('deliveries_event').on('deliveries').column('event_id').execute()

  await finish(
    seq(schema.createTable('attempts'))
      .addColumn('delivery_id', text, (column) =>
        column.notNull().references('deliveries.id').onDelete('cascade'),
      )
      .addColumn('number', integer, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('started_at', integer, (column) => column.notNull())
      .addColumn('duration_ms', integer, (column) => column.notNull())
      .addColumn('outcome', text, (column) => column.notNull())
      .addColumn('response_status', integer)
      .addColumn('response_body', text)
      .addColumn('error', text),
  ).execute()
  await schema.createIndex('attempts_delivery').on('attempts').columns(['delivery_id', 'number']).execute()

  await finish(
    schema
      .createTable('idempotency_records')
      .addColumn('scope', text, (column) => column.primaryKey().notNull())
      .addColumn('fingerprint', text, (column) => column.notNull())
      .addColumn('status', integer, (column) => column.notNull())
      .addColumn('body', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('expires_at', integer, (column) => column.notNull()),
  ).execute()
  await schema
    .createIndex('idempotency_records_expiry')
    .on('idempotency_records')
    .column('expires_at')
    .execute()

  if (shared) {
    // Counts of the rate limiter over all nodes, in the form that rate-limiter-flexible expects. Worth no log and no
    // fsync: after a crash they start anew.
    await schema
      .createTable(RATE_LIMITS_TABLE)
      .modifyFront(sql`unlogged`)
      .addColumn('key', sql`varchar(255) collate "C"`, (column) => column.primaryKey())
      .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('expire', 'bigint')
      .execute()
  }
}
