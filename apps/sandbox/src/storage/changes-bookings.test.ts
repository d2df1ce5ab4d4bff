import { describe, expect, it } from 'vitest'
import { changesBookings } from './changes-bookings.ts'

describe('changesBookings', () => {
  it.each([
    'insert into "bookings" ("id") values (?)',
    'update bookings set status = ?',
    'delete from "booking_counts"',
    'with x as (select 1) update "stay_gaps" set y = 1',
    'INSERT OR IGNORE INTO bookings VALUES (1)',
    'insert or replace into "bookings" values (1)',
    'update or ignore "bookings" set id = 1',
    'delete from "properties" where "id" = ?',
  ])('%s', (sql) => expect(changesBookings(sql)).toBe(true))

  it.each([
    'select * from "bookings"',
    'insert into "payments" ("bid") values (?)',
    'update "payments" set "bid" = (select id from bookings)',
    'insert into "bookings_of_others" values (1)',
    'begin immediate',
  ])('not %s', (sql) => expect(changesBookings(sql)).toBe(false))
})
