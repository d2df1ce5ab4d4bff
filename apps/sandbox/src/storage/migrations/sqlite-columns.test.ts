import { expect, it } from 'vitest'
import { sqliteColumns } from './sqlite-columns.ts'

it('a missing table is told from every other failure', () => {
  const of = (message: string) => sqliteColumns.isMissingTable(new Error(message))
  expect([of('no such table: schema_migrations'), of('database is locked')]).toEqual([true, false])
  expect(sqliteColumns.isMissingTable('no such table')).toBe(false)
  expect(sqliteColumns.isMissingTable(undefined)).toBe(false)
})
