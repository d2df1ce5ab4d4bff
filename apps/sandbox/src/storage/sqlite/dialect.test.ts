import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, it, onTestFinished } from 'vitest'
import { DatabaseSync } from './node-sqlite.ts'
import { SqliteConnection } from './connection.ts'
import { sqliteKysely } from './dialect.ts'

it('half a migration does not stay behind', async () => {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'), ':memory:')
  onTestFinished(() => connection.close())
  const db = sqliteKysely<unknown>(connection)
  const whole = (name: string) => ({
    up: (tx: Kysely<unknown>) => tx.schema.createTable(name).addColumn('id', 'text').execute(),
  })
  const half = {
    async up(tx: Kysely<unknown>) {
      await whole('second').up(tx)
      throw new Error('in the middle')
    },
  }
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ '1': whole('first'), '2': half }) },
  })
  expect((await migrator.migrateToLatest()).error).toMatchObject({ message: 'in the middle' })
  const tables = connection.all("select name from sqlite_master where name in ('first', 'second')", [])
  // All of them are made in one transaction.
  expect(tables).toEqual([])
})
