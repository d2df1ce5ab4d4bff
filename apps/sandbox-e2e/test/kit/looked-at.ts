import { copyFileSync, existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { Client, types } from 'pg'
import { onTestFinished } from 'vitest'
import { DatabaseSync } from '../../../sandbox/src/storage/sqlite/node-sqlite.ts'
import { freshFolder, freshSchema, postgresUrl } from '../../../sandbox/test/kit/index.ts'

export type Row = Record<string, string | number | null>

/** A database beside the sandboxes that use it, for a look past them. */
export interface LookedAt {
  /** For `--database`. */
  database: string
  /** A folder of its own. */
  folder: string
  /** Rows as they are stored. Leaves the database as it is, an unfinished recovery included. */
  rows(sql: string): Promise<Row[]>
  /** Changes rows past the sandboxes. None may be running on an SQLite file meanwhile. */
  change(sql: string): Promise<void>
}

/** A new, empty database that several processes can use, removed with the test. */
export async function openLookedAt(kind: 'sqlite' | 'postgres'): Promise<LookedAt> {
  const folder = freshFolder()
  if (kind === 'postgres') {
    const database = await freshPostgresDatabase()
    return { ...lookAtPostgres(database), folder }
  }
  const database = join(folder, 'sandbox.db')
  return {
    database,
    folder,
    async rows(sql) {
      // Of a copy: opening the files would already repair them, which is the work of the next start.
      const copy = mkdtempSync(join(folder, 'look-'))
      for (const suffix of ['', '-wal']) {
        if (existsSync(database + suffix)) copyFileSync(database + suffix, join(copy, `copy.db${suffix}`))
      }
      const opened = new DatabaseSync(join(copy, 'copy.db'))
      try {
        return opened.prepare(sql).all() as Row[]
      } finally {
        opened.close()
      }
    },
    async change(sql) {
      const opened = new DatabaseSync(database)
      try {
        opened.exec(sql)
      } finally {
        opened.close()
      }
    },
  }
}

/** A look past the sandboxes of a PostgreSQL. */
export function lookAtPostgres(database: string): Omit<LookedAt, 'folder'> {
  return {
    database,
    rows: (sql) => query(database, sql),
    change: async (sql) => void (await query(database, sql)),
  }
}

/** A database of its own in the PostgreSQL of this run: for processes, which take no schema. */
export async function freshPostgresDatabase(): Promise<string> {
  const server = await postgresUrl()
  const name = freshSchema()
  await query(server, `create database ${name}`)
  onTestFinished(async () => {
    await query(server, `drop database ${name} with (force)`)
  })
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}

async function query(database: string, sql: string): Promise<Row[]> {
  // int8 and counts as numbers, as SQLite has them.
  const getTypeParser: typeof types.getTypeParser = (oid: number) =>
    oid === 20 ? Number : types.getTypeParser(oid)
  const client = new Client({ connectionString: database, types: { getTypeParser } })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
