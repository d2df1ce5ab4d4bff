import { expect, it } from 'vitest'
import { changesClaims } from './changes-claims.ts'

const own = new Set(['update deliveries set lease_until = ? where seq = ?'])

it.each([
  'update "deliveries" set "lease_until" = ?',
  'UPDATE OR IGNORE deliveries SET status = ?',
  'delete from "deliveries" where "seq" in (?)',
  'update "webhook_endpoints" set "is_active" = ?',
  'delete from properties',
  'delete from "events"',
  'replace into deliveries values (?)',
])('may end claims: %s', (sql) => {
  expect(changesClaims(sql, own)).toBe(true)
})

it.each([
  'select * from deliveries',
  'insert into deliveries (id) values (?)',
  'insert into "webhook_endpoints" ("id") values (?)',
  'update deliveries_of set x = 1',
  'delete from "attempts"',
  'update deliveries set lease_until = ? where seq = ?',
])('ends none: %s', (sql) => {
  expect(changesClaims(sql, own)).toBe(false)
})
