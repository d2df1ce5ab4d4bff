import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

export const RATE_LIMITS_TABLE = 'rate_limits'

/** The tables that grow. Each has `property_id` in front of its key, and can be divided by it. */
export const spreadTables = [
  'guests',
  'bookings',
  'stay_gaps',
  'booking_counts',
  'payments',
  'messages',
  'events',
  'deliveries',
  'attempts',
  'idempotency_records',
] as const

/**
 * The tables of schema.ts. Every table that grows has `property_id` in front of its key, its references and its
 * indexes, so that properties can be spread over partitions and machines. These tables do not refer to `properties`
 * itself: each such insert would lock the property's row. Before each write an API key or the control API has looked
 * the property up.
 */
export async function initial(
  db: Kysely<unknown>,
  { text, integer, shared, unlogged, numbered, finish, divide }: Columns,
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
    numbered(schema.createTable('properties'), ['id'])
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull()),
  ).execute()

  await finish(
    numbered(schema.createTable('api_keys'), ['id'])
      .addColumn('id', text, (column) => column.notNull())
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
  // A preflight carries no key: does any property list this origin?
  await schema.createIndex('allowed_origins_origin').on('allowed_origins').column('origin').execute()

  await finish(
    schema
      .createTable('guests')
      .addColumn('property_id', text, (column) => column.notNull())
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('first_name', text, (column) => column.notNull())
      .addColumn('last_name', text, (column) => column.notNull())
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('phone', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('guests_key', ['property_id', 'id']),
    { clustered: true, spread: true },
  ).execute()

  await finish(
    schema
      .createTable('bookings')
      .addColumn('property_id', text, (column) => column.notNull())
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('guest_id', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('created', integer, (column) => column.notNull())
      .addColumn('first_night', text)
      .addColumn('last_night', text)
      .addColumn('json', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('bookings_key', ['property_id', 'id'])
      .addForeignKeyConstraint('bookings_guest', ['property_id', 'guest_id'], 'guests', [
        'property_id',
        'id',
      ]),
    { spread: true },
  ).execute()
  // The list is newest first, then by id, alone or filtered by status or guest. With the nights in it, a filter by
  // dates reads no row that it does not return.
  await schema
    .createIndex('bookings_newest')
    .on('bookings')
    .columns(['property_id', 'created desc', 'id', 'first_night', 'last_night', 'status'])
    .execute()
  await schema
    .createIndex('bookings_status')
    .on('bookings')
    .columns(['property_id', 'status', 'created desc', 'id'])
    .execute()
  await schema
    .createIndex('bookings_guest_newest')
    .on('bookings')
    .columns(['property_id', 'guest_id', 'created desc', 'id'])
    .execute()
  // Few bookings of few days, anywhere in the list.
  await schema
    .createIndex('bookings_nights')
    .on('bookings')
    .columns(['property_id', 'first_night', 'last_night', 'status'])
    .execute()

  // The days that a stay leaves out: all other nights lie between its first and its last.
  await finish(
    schema
      .createTable('stay_gaps')
      .addColumn('property_id', text, (column) => column.notNull())
      .addColumn('booking_id', text, (column) => column.notNull())
      .addColumn('after_night', text, (column) => column.notNull())
      .addColumn('before_night', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('stay_gaps_key', ['property_id', 'booking_id', 'after_night'])
      .addForeignKeyConstraint(
        'stay_gaps_booking',
        ['property_id', 'booking_id'],
        'bookings',
        ['property_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      ),
    { clustered: true, spread: true },
  ).execute()
  await schema
    .createIndex('stay_gaps_nights')
    .on('stay_gaps')
    .columns(['property_id', 'after_night', 'before_night'])
    .execute()

  await finish(
    schema
      .createTable('booking_counts')
      .addColumn('property_id', text, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('day', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('bookings', integer, (column) => column.notNull())
      .addColumn('top', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('booking_counts_key', ['property_id', 'kind', 'day', 'status']),
    { clustered: true, spread: true },
  ).execute()

  await finish(
    numbered(schema.createTable('payments'), ['property_id', 'id'])
      .addColumn('property_id', text, (column) => column.notNull())
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('bid', text)
      .addColumn('gid', text)
      .addColumn('date', integer, (column) => column.notNull())
      .addColumn('status', integer, (column) => column.notNull())
      .addColumn('json', text, (column) => column.notNull())
      .addForeignKeyConstraint('payments_bid', ['property_id', 'bid'], 'bookings', ['property_id', 'id'])
      .addForeignKeyConstraint('payments_gid', ['property_id', 'gid'], 'guests', ['property_id', 'id']),
    { spread: true },
  ).execute()
  await schema.createIndex('payments_newest').on('payments').columns(['property_id', 'date', 'seq']).execute()
  await schema
    .createIndex('payments_booking')
    .on('payments')
    .columns(['property_id', 'bid', 'date', 'seq'])
    .where(sql.ref('bid'), 'is not', null)
    .execute()

  await finish(
    schema
      .createTable('messages')
      .addColumn('property_id', text, (column) => column.notNull())
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('booking_id', text, (column) => column.notNull())
      .addColumn('thread_id', text, (column) => column.notNull())
      .addColumn('content', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('messages_key', ['property_id', 'id'])
      .addForeignKeyConstraint(
        'messages_of_booking',
        ['property_id', 'booking_id'],
        'bookings',
        ['property_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      ),
    { spread: true },
  ).execute()
  await schema
    .createIndex('messages_booking')
    .on('messages')
    .columns(['property_id', 'booking_id', 'created_at'])
    .execute()

  await finish(
    numbered(schema.createTable('webhook_endpoints'), ['property_id', 'id'])
      .addColumn('property_id', text, (column) =>
        column.notNull().references('properties.id').onDelete('cascade'),
      )
      .addColumn('id', text, (column) => column.notNull())
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
    numbered(schema.createTable('events'), ['property_id', 'id'])
      .addColumn('property_id', text, (column) => column.notNull())
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('data', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull()),
    { spread: true },
  ).execute()
  await schema.createIndex('events_newest').on('events').columns(['property_id', 'seq']).execute()

  await finish(
    numbered(schema.createTable('deliveries'), ['property_id', 'id'])
      .addColumn('property_id', text, (column) => column.notNull())
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('endpoint_id', text, (column) => column.notNull())
      .addColumn('event_id', text, (column) => column.notNull())
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
      .addColumn('traceparent', text)
      // With an endpoint its deliveries are deleted, and with them their attempts.
      .addForeignKeyConstraint(
        'deliveries_of_endpoint',
        ['property_id', 'endpoint_id'],
        'webhook_endpoints',
        ['property_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .addForeignKeyConstraint(
        'deliveries_of_event',
        ['property_id', 'event_id'],
        'events',
        ['property_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      ),
    { spread: true },
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
    .columns(['property_id', 'endpoint_id', 'status', 'next_attempt_at', 'seq'])
    .where(sql.ref('next_attempt_at'), 'is not', null)
    .execute()
  // The history: of an endpoint and of a property.
  await schema
    .createIndex('deliveries_endpoint')
    .on('deliveries')
    .columns(['property_id', 'endpoint_id', 'seq'])
    .execute()
  await schema.createIndex('deliveries_property').on('deliveries').columns(['property_id', 'seq']).execute()
  await schema.createIndex('deliveries_event').on('deliveries').columns(['property_id', 'event_id']).execute()

  await finish(
    numbered(schema.createTable('attempts'), ['property_id', 'delivery_id', 'number'])
      .addColumn('property_id', text, (column) => column.notNull())
      .addColumn('delivery_id', text, (column) => column.notNull())
      .addColumn('number', integer, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('started_at', integer, (column) => column.notNull())
      .addColumn('duration_ms', integer, (column) => column.notNull())
      .addColumn('outcome', text, (column) => column.notNull())
      .addColumn('response_status', integer)
      .addColumn('response_body', text)
      .addColumn('error', text)
      .addForeignKeyConstraint(
        'attempts_of_delivery',
        ['property_id', 'delivery_id'],
        'deliveries',
        ['property_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      ),
    { spread: true },
  ).execute()
  // How many attempts an advance of the clock has caused, of all properties.
  if (shared) await schema.createIndex('attempts_newest').on('attempts').column('seq').execute()

  await finish(
    schema
      .createTable('idempotency_records')
      .addColumn('property_id', text, (column) => column.notNull())
      .addColumn('scope', text, (column) => column.notNull())
      .addColumn('fingerprint', text, (column) => column.notNull())
      .addColumn('status', integer, (column) => column.notNull())
      .addColumn('body', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('expires_at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('idempotency_records_key', ['property_id', 'scope']),
    { spread: true },
  ).execute()
  await schema
    .createIndex('idempotency_records_expiry')
    .on('idempotency_records')
    .column('expires_at')
    .execute()

  await divide(db, spreadTables)

  if (shared) {
    // Counts of the rate limiter over all nodes, in the form that rate-limiter-flexible expects. They need no log and
    // no fsync: after a crash they start again.
    const counts = schema.createTable(RATE_LIMITS_TABLE)
    await (unlogged ? counts.modifyFront(sql`unlogged`) : counts)
      .addColumn('key', sql`varchar(255) collate "C"`, (column) => column.primaryKey())
      .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('expire', 'bigint')
      .execute()
  }
}
