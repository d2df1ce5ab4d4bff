import { answering, delivering, eachOf, type Fields, type Mutant, signature } from './mutant.ts'

/** A value of another type. */
const other = (value: unknown): unknown =>
  typeof value === 'number'
    ? String(value)
    : typeof value === 'string'
      ? 5
      : typeof value === 'boolean'
        ? String(value)
        : value === null
          ? 5
          : 'something'

const drop = (name: string) => (item: Fields) => void delete item[name]
const turn = (name: string) => (item: Fields) => void (item[name] = other(item[name]))

function fieldMutants(
  where: string,
  names: readonly string[],
  found: (name: string) => readonly string[],
  bend: (change: (item: Fields) => void) => Mutant['bend'],
): Mutant[] {
  return names.flatMap((name) => [
    { name: `${where}: ${name} is absent`, bend: bend(drop(name)), found: found(name) },
    { name: `${where}: ${name} of another type`, bend: bend(turn(name)), found: found(name) },
  ])
}

const booking = [
  'id',
  'status',
  'total',
  'created',
  'updated',
  'paidDays',
  'description',
  'guest',
  'stay_dates',
]
const guest = ['id', 'first_name', 'last_name', 'email', 'phone']
const stayDate = ['date', 'amount', 'room', 'bed']
const payment = [
  'id',
  'bid',
  'gid',
  'amount',
  'paymentMethod',
  'type',
  'description',
  'name',
  'date',
  'status',
]
const endpoint = ['id', 'url', 'events', 'is_active', 'created_at', 'updated_at']
const created = ['id', 'url', 'secret', 'events', 'is_active', 'created_at']
const delivery = [
  'id',
  'event_type',
  'status',
  'attempts',
  'last_attempted_at',
  'delivered_at',
  'response_status',
  'response_body',
  'created_at',
]

const bookingChecks = ['booking-fields', 'bookings-list']
const times = ['created', 'updated', 'created_at', 'updated_at', 'date', 'last_attempted_at', 'delivered_at']
const shifted = (item: Fields, name: string) => {
  if (typeof item[name] === 'string') item[name] = item[name].replace('Z', '+02:00')
}

/** Every field of every answer and delivery: absent, of another type, in another form. */
export const fieldFaults: Mutant[] = [
  ...fieldMutants(
    'bookings',
    booking,
    () => bookingChecks,
    (change) => eachOf('listBookings', change),
  ),
  ...fieldMutants(
    'guest',
    guest,
    () => bookingChecks,
    (change) => eachOf('listBookings', (item) => change(item['guest'])),
  ),
  ...fieldMutants(
    'stay date',
    stayDate,
    () => bookingChecks,
    (change) => eachOf('listBookings', (item) => item['stay_dates'].forEach(change)),
  ),
  ...fieldMutants(
    'booking detail',
    booking,
    () => ['booking-detail'],
    (change) => eachOf('getBooking', change),
  ),
  ...fieldMutants(
    'payments',
    payment,
    () => ['payment-fields', 'payment-created', 'payment-order', 'recorded-fields', 'null'],
    (change) => eachOf('listPayments', change),
  ),
  ...fieldMutants(
    'created payment',
    payment,
    () => ['create-answer', 'payment-created'],
    (change) => eachOf('createPayment', change),
  ),
  ...fieldMutants(
    'updated payment',
    payment,
    () => ['payment-updated'],
    (change) => eachOf('updatePayment', change),
  ),
  ...fieldMutants(
    'endpoints',
    endpoint,
    () => ['endpoints-list', 'endpoint-listed'],
    (change) => eachOf('listWebhooks', change),
  ),
  ...fieldMutants(
    'created endpoint',
    created,
    () => ['endpoint-created'],
    (change) => eachOf('createWebhook', change),
  ),
  ...fieldMutants(
    'updated endpoint',
    endpoint,
    () => ['endpoint-updated'],
    (change) => eachOf('updateWebhook', change),
  ),
  ...fieldMutants(
    'delivery record',
    delivery,
    () => ['delivery-record', 'failed-attempt', 'pending', 'deliveries-list'],
    (change) => eachOf('listDeliveries', change),
  ),
  ...fieldMutants(
    'envelope',
    ['id', 'type', 'property_id', 'created_at', 'data'],
    () => ['envelope', 'delivery-headers', 'delivery-arrives', 'payment-created-data'],
    (change) => delivering(change, signature),
  ),
  ...fieldMutants(
    'data',
    ['paymentId', 'amount', 'paymentMethod', 'type'],
    () => ['payment-created-data', 'payment-updated-event'],
    (change) => delivering((body) => change(body['data']), signature),
  ),
  ...fieldMutants(
    'page',
    ['results', 'total_count', 'total_pages', 'current_page'],
    () => ['bookings-list'],
    (change) => answering('listBookings', (body) => change(body)),
  ),
  // Times that are not in UTC.
  ...(
    [
      ['listBookings', ['booking-times', 'booking-fields']],
      ['listPayments', ['payment-fields', 'recorded-fields']],
      ['listWebhooks', ['endpoint-listed', 'updated-at']],
      ['createWebhook', ['endpoint-created']],
      ['listDeliveries', ['delivery-record']],
    ] as const
  ).map(([operation, found]): Mutant => ({
    name: `${operation}: times with another offset`,
    bend: eachOf(operation, (item) => times.forEach((name) => shifted(item, name))),
    found,
  })),
  {
    name: 'envelope: created_at with another offset',
    bend: delivering((body) => shifted(body, 'created_at'), signature),
    found: ['envelope'],
  },
  {
    name: 'stay dates with a time',
    bend: eachOf('listBookings', (item) =>
      item['stay_dates'].forEach((night: Fields) => (night['date'] += 'T00:00:00Z')),
    ),
    found: bookingChecks,
  },
  {
    name: 'total with decimals',
    bend: eachOf('listBookings', (item) => (item['total'] += 0.5)),
    found: bookingChecks,
  },
  {
    name: 'ids that are no UUID',
    bend: eachOf(
      'listBookings',
      (item) =>
        (item['stay_dates'] = item['stay_dates'].map((night: Fields) => ({ ...night, room: 'room 1' }))),
    ),
    found: bookingChecks,
  },
  {
    name: 'amounts with a currency',
    bend: eachOf('listPayments', (item) => (item['amount'] = `€ ${item['amount']}`)),
    found: ['payment-fields', 'payment-created', 'recorded-fields'],
  },
  {
    name: 'returned amounts with a comma',
    bend: eachOf('listPayments', (item) => (item['amount'] = item['amount'].replace('.', ','))),
    found: ['payment-fields', 'payment-created', 'recorded-fields'],
  },
  {
    name: 'a paymentMethod that is none',
    bend: eachOf('listPayments', (item) => (item['paymentMethod'] = item['paymentMethod'].toLowerCase())),
    found: ['payment-fields', 'payment-created'],
  },
  {
    name: 'a type that is none',
    bend: eachOf('listPayments', (item) => (item['type'] = 'credit')),
    found: ['payment-fields', 'payment-created'],
  },
  {
    name: 'secrets in the list',
    bend: eachOf('listWebhooks', (item) => (item['secret'] = 'whsec_hidden')),
    found: ['endpoints-list', 'endpoint-listed'],
  },
  {
    name: 'a null secret in the list',
    bend: eachOf('listWebhooks', (item) => (item['secret'] = null)),
    found: ['endpoints-list', 'endpoint-listed'],
  },
  {
    name: 'a secret in the update',
    bend: eachOf('updateWebhook', (item) => (item['secret'] = 'whsec_x')),
    found: ['endpoint-updated'],
  },
  {
    name: 'updated_at on creation',
    bend: eachOf('createWebhook', (item) => (item['updated_at'] = item['created_at'])),
    found: ['endpoint-created'],
  },
  {
    name: 'one secret for all endpoints',
    bend: eachOf('createWebhook', (item) => (item['secret'] = `whsec_${'a'.repeat(43)}`)),
    found: ['secret-form', 'signature'],
  },
  {
    name: 'a short secret',
    bend: eachOf('createWebhook', (item) => (item['secret'] = item['secret'].slice(0, 12))),
    found: ['secret-form', 'signature'],
  },
  {
    name: 'an empty secret',
    bend: eachOf('createWebhook', (item) => (item['secret'] = '')),
    found: ['endpoint-created'],
  },
]
