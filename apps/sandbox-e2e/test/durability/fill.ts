import { noon } from '../../../sandbox/test/kit/index.ts'
import type { LookedAt } from '../kit/looked-at.ts'

/** Both dialects: whole numbers from 1. */
const numbers = (count: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`

/** Ids of twelve digits at the end, ascending. */
const uuid = (from: number) => `'00000000-0000-4000-8000-' || (${from} + n)`

/** SQL for the JSON of a row: `|` stands around what SQL puts in. */
const json = (value: unknown) =>
  JSON.stringify(value)
    .split('|')
    .map((part, index) => (index % 2 === 0 ? `'${part}'` : `(${part})`))
    .join(' || ')

const time = new Date(noon).toISOString()

/** Adds payments, one a second, the highest number the newest. */
export async function addPayments({ change }: LookedAt, propertyId: string, count: number): Promise<void> {
  const payment = {
    id: `|${uuid(100_000_000_000)}|`,
    bid: null,
    gid: null,
    amount: '120.5000',
    paymentMethod: 'Cash',
    type: 'income',
    description:
      'Deposit for a bed in the dormitory on the second floor, towels included, paid at the desk, number |n|',
    name: 'Client API Payment',
    date: time,
    status: true,
  }
  await change(`insert into payments (property_id, id, date, status, json)
    ${numbers(count)}
    select '${propertyId}', ${uuid(100_000_000_000)}, ${noon} - (${count} - n) * 1000, 1, ${json(payment)}
    from numbers`)
}

/** Adds bookings of one guest with a night each, one a second, the highest number the newest. */
export async function addBookings({ change }: LookedAt, propertyId: string, count: number): Promise<void> {
  const guest = '00000000-0000-4000-8000-900000000000'
  const night = '2026-11-21'
  const status = `case when n % 100 = 0 then 'cancelled' else 'confirmed' end`
  const booking = {
    id: `|${uuid(200_000_000_000)}|`,
    status: `|${status}|`,
    total: 5200,
    created: time,
    updated: time,
    paidDays: 1,
    description: '',
    guest: {
      id: guest,
      first_name: 'Ana',
      last_name: 'Silva',
      email: 'ana@example.com',
      phone: '+351 210 000 000',
    },
    stay_dates: [{ date: night, amount: 5200, room: guest, bed: guest }],
  }
  await change(`insert into guests (property_id, id, first_name, last_name, email, phone)
    values ('${propertyId}', '${guest}', 'Ana', 'Silva', 'ana@example.com', '+351 210 000 000')`)
  await change(`insert into bookings (property_id, id, guest_id, status, created, first_night, last_night, json)
    ${numbers(count)}
    select '${propertyId}', ${uuid(200_000_000_000)}, '${guest}', ${status},
      ${noon} - (${count} - n) * 1000, '${night}', '${night}', ${json(booking)}
    from numbers`)
  for (const [kind, day] of [
    ['all', `''`],
    ['created', `cast(created / 604800000 + 100000000 as text)`],
    ['first', 'first_night'],
    ['last', 'last_night'],
    ['arriving', `cast(created / 604800000 + 100000000 as text) || ' ' || first_night`],
    ['leaving', `cast(created / 604800000 + 100000000 as text) || ' ' || last_night`],
  ]) {
    await change(`insert into booking_counts (property_id, kind, day, status, bookings, top)
      select property_id, '${kind}', ${day}, status, count(*), ${kind === 'first' ? 'max(created)' : '0'}
      from bookings where property_id = '${propertyId}' group by 1, 3, 4`)
  }
}
