import { noon } from '../../../sandbox/test/kit/index.ts'
import type { LookedAt } from '../kit/looked-at.ts'

/** Both dialects: whole numbers from 1. */
const numbers = (count: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`

/** Ids of twelve digits at the end, ascending. */
const uuid = (from: number) => `'00000000-0000-4000-8000-' || (${from} + n)`

/** Adds payments, one a second, the highest number the newest. */
export async function addPayments({ change }: LookedAt, propertyId: string, count: number): Promise<void> {
  await change(`insert into payments
      (id, property_id, bid, gid, amount, "paymentMethod", type, description, name, date, status)
    ${numbers(count)}
    select ${uuid(100_000_000_000)}, '${propertyId}', null, null, '120.5000', 'Cash', 'income',
      'Deposit for a bed in the dormitory on the second floor, towels included, paid at the desk, number ' || n,
      'Client API Payment', ${noon} - (${count} - n) * 1000, 1
    from numbers`)
  // As autovacuum does within a minute.
  await change('analyze')
}

/** Adds bookings of one guest with a night each, one a second, the highest number the newest. */
export async function addBookings({ change }: LookedAt, propertyId: string, count: number): Promise<void> {
  const guest = '00000000-0000-4000-8000-900000000000'
  await change(`insert into guests (id, property_id, first_name, last_name, email, phone)
    values ('${guest}', '${propertyId}', 'Ana', 'Silva', 'ana@example.com', '+351 210 000 000')`)
  await change(`insert into bookings
      (id, property_id, guest_id, status, total, created, updated, "paidDays", description)
    ${numbers(count)}
    select ${uuid(200_000_000_000)}, '${propertyId}', '${guest}',
      case when n % 100 = 0 then 'cancelled' else 'confirmed' end, 5200,
      ${noon} - (${count} - n) * 1000, ${noon}, 1, ''
    from numbers`)
  await change(`insert into stay_dates (booking_id, position, date, amount, room, bed)
    ${numbers(count)}
    select ${uuid(200_000_000_000)}, 0, '2026-11-21', 5200, 'room', 'bed' from numbers`)
  await change('analyze')
}
