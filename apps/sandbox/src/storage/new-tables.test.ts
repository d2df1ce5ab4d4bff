import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Pool } from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freshDatabase } from '../../test/kit/databases.ts'
import type { Columns } from './migrations/columns.ts'
import { migrations } from './migrations/index.ts'
import { postgresColumns } from './migrations/postgres-columns.ts'
import { sqliteColumns } from './migrations/sqlite-columns.ts'
import { makeTables } from './new-tables.ts'
import { DatabaseSync } from './sqlite/node-sqlite.ts'
import { postgresDialect } from './postgres/dialect.ts'
import { SqliteConnection } from './sqlite/connection.ts'
import { sqliteKysely } from './sqlite/dialect.ts'

interface Opened {
  db: Kysely<unknown>
  columns: Columns
  /** Where PostgreSQL has the tables. */
  schema?: string | undefined
  described: () => Promise<unknown[]>
}

function openSqlite(): Opened {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'), ':memory:')
  onTestFinished(() => connection.close())
  const db = sqliteKysely<unknown>(connection)
  return {
    db,
    columns: sqliteColumns,
    described: async () =>
      (await sql`select type, name, tbl_name, sql from sqlite_master order by name`.execute(db)).rows,
  }
}

async function openPostgres(partitions: number): Promise<Opened> {
  const { database, schema } = await freshDatabase('postgres')
  const pool = new Pool({ connectionString: database, options: `-c search_path=${schema}`, max: 1 })
  onTestFinished(() => pool.end())
  const db = new Kysely<unknown>({ dialect: postgresDialect(pool) })
  await sql`create schema ${sql.ref(schema ?? '')}`.execute(db)
  const here = sql`current_schema()::text`
  const without = (text: unknown) => JSON.parse(JSON.stringify(text).replaceAll(schema ?? '', ''))
  const columns = sql`
    select table_name, column_name, data_type, collation_name, is_nullable, column_default
    from information_schema.columns where table_schema = ${here} order by table_name, column_name`
  const indexes = sql`
    select tablename, indexdef from pg_indexes where schemaname = ${here} order by tablename, indexname`
  const rules = sql`
    select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as rule from pg_constraint
    where connamespace = ${here}::regnamespace order by 1, 2`
  return {
    db,
    schema,
    columns: postgresColumns({ partitions, unlogged: true }),
    described: async () => {
      const found: unknown[] = []
      for (const query of [columns, indexes, rules]) found.push(...(await query.execute(db)).rows)
      return found.map(without)
    },
  }
}

const bound = (columns: Columns) =>
  Object.entries(migrations).map(([name, up]) => [name, (db: Kysely<unknown>) => up(db, columns)] as const)

const table = 'schema_migrations'

async function stepByStep({ db, columns, schema }: Opened): Promise<void> {
  const provided = Object.fromEntries(bound(columns).map(([name, up]) => [name, { up }]))
  const provider = { getMigrations: () => Promise.resolve(provided) }
  const migrator = new Migrator({
    db,
    provider,
    migrationTableName: table,
    migrationLockTableName: 'lock',
    ...(schema !== undefined && { migrationTableSchema: schema }),
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  await sql`drop table lock`.execute(db)
}

const atOnce = ({ db, columns }: Opened) =>
  makeTables(db, { migrations: Object.fromEntries(bound(columns)), table, run: columns.run })

describe.each<[string, () => Opened | Promise<Opened>]>([
  ['SQLite', openSqlite],
  ['PostgreSQL', () => openPostgres(0)],
  ['PostgreSQL in partitions', () => openPostgres(2)],
])('the tables of a new database, on %s', (_name, open) => {
  it('are those that all migrations make, one after the other', async () => {
    const [one, other] = [await open(), await open()]
    await atOnce(one)
    await stepByStep(other)

    const described = await one.described()
    expect(described.length).toBeGreaterThan(40)
    expect(described).toEqual(await other.described())
    const names = async ({ db }: Opened) =>
      (await sql`select name from ${sql.table(table)} order by name`.execute(db)).rows
    expect(await names(one)).toEqual(await names(other))
  })

  it('are all there, or none', async () => {
    const opened = await open()
    const broken = { ...Object.fromEntries(bound(opened.columns)), last: failing }
    const { run } = opened.columns
    await expect(makeTables(opened.db, { migrations: broken, table, run })).rejects.toThrow(/no_such/)
    expect(await opened.described()).toEqual([])
  })
})

const failing = async (db: Kysely<unknown>) => void (await sql`drop table no_such`.execute(db))

it('an index that is to be made beside others is made like any other', async () => {
  const { db } = openSqlite()
  const asked: string[] = []
  const beside = async (tx: Kysely<unknown>) =>
    void (await sql`create unique index concurrently one on things (id)`.execute(tx))
  const run: Columns['run'] = async (_tx, statements) => void asked.push(...statements)
  await makeTables(db, { migrations: { beside }, table, run })
  expect(asked).toContain('create unique index one on things (id)')
})

it('a migration with a parameter is refused by its text', async () => {
  const { db, columns } = openSqlite()
  const wrong = async (tx: Kysely<unknown>) => void (await sql`select ${1} as one`.execute(tx))
  await expect(makeTables(db, { migrations: { wrong }, table, run: columns.run })).rejects.toThrow(
    'A migration has parameters, write literals: select ? as one',
  )
})
