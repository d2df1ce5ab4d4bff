import { type CompiledQuery, type Driver, Kysely, sql } from 'kysely'

/** How an index is made beside others who write. Nobody does here, and a transaction takes no such statement. */
const concurrently = /^(create (?:unique )?index) concurrently/i

/**
 * Makes the tables of a new database at once: what the migrations would ask of it, one after the other, is collected and
 * run in one transaction, on PostgreSQL in one round trip. They read nothing on the way, and a new database has no rows.
 */
export async function makeTables(
  db: Kysely<unknown>,
  options: {
    /** By name, in order. */
    migrations: Readonly<Record<string, (db: Kysely<unknown>) => Promise<void>>>
    /** Where the names of what has been done are kept, for `Migrator` of Kysely. */
    table: string
    /** Runs statements of which none has parameters. */
    run: (tx: Kysely<unknown>, statements: readonly string[]) => Promise<void>
  },
): Promise<void> {
  const { migrations, table, run } = options
  const statements = await collect(db, async (recorder) => {
    // As `Migrator` makes it.
    await recorder.schema
      .createTable(table)
      .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
      .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
      .execute()
    for (const [name, up] of Object.entries(migrations)) {
      await up(recorder)
      const at = sql.lit(new Date().toISOString())
      await sql`insert into ${sql.table(table)} (name, timestamp) values (${sql.lit(name)}, ${at})`.execute(
        recorder,
      )
    }
  })
  await db.transaction().execute((tx) => run(tx, statements))
}

/** The statements that some work asks a database for. It gets no rows. */
async function collect(
  db: Kysely<unknown>,
  work: (recorder: Kysely<unknown>) => Promise<void>,
): Promise<string[]> {
  const statements: string[] = []
  const executor = db.getExecutor()
  const recorder = new Kysely<unknown>({
    dialect: {
      createAdapter: () => executor.adapter,
      createQueryCompiler: () => ({ compileQuery: (node, id) => executor.compileQuery(node, id) }),
      createIntrospector: () => db.introspection,
      createDriver: () =>
        recordingDriver(({ sql: text, parameters }) => {
          if (parameters.length > 0) throw new Error(`A migration has parameters, write literals: ${text}`)
          statements.push(text.replace(concurrently, '$1'))
        }),
    },
  })
  await work(recorder)
  return statements
}

function recordingDriver(record: (query: CompiledQuery) => void): Driver {
  const nothing = () => Promise.resolve()
  return {
    init: nothing,
    acquireConnection: () =>
      Promise.resolve({
        executeQuery: async (query: CompiledQuery) => {
          record(query)
          return { rows: [] }
        },
        streamQuery: () => {
          throw new Error('A migration of a new database has nothing to stream')
        },
      }),
    beginTransaction: nothing,
    commitTransaction: nothing,
    rollbackTransaction: nothing,
    releaseConnection: nothing,
    destroy: nothing,
  }
}
