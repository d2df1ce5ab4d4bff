import type { CompiledQuery } from 'kysely'
import type { Db } from './storage.ts'

/** The place in a query of a value that each run gives. */
class Slot {
  readonly name: PropertyKey
  constructor(name: PropertyKey) {
    this.name = name
  }
}

/** Names a value of a {@link prepared} query. */
export type Slots<Values> = <Name extends keyof Values>(name: Name) => Values[Name]

/** A query of which only the text is of interest. */
interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/** Runs a text with values, past Kysely: at once where the database is in this process. */
export type RunText = (sql: string, values: readonly unknown[]) => unknown[] | Promise<unknown[]>

const runners = new WeakMap<Db, RunText>()

/** Has {@link prepared} queries on this database or transaction run by `run`. */
export function runsTexts(db: Db, run: RunText): void {
  runners.set(db, run)
}

/**
 * A query that is built and compiled once for each dialect and then run with values of its own: for the hot paths.
 * Building and compiling the same text again was a tenth of all time, and Kysely's way from there to the database half
 * of the 25 µs of a look-up by key.
 *
 * @example
 * const byId = prepared((db, value: Slots<{ id: string }>) => db.selectFrom('x').selectAll().where('id', '=', value('id')))
 * const rows = await byId(db, { id })
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, value: Slots<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  // A dialect is known by its adapter, which the transactions of a database share.
  const compiled = new WeakMap<object, CompiledQuery<Row>>()

  return async function run(db, values) {
    const { adapter } = db.getExecutor()
    let query = compiled.get(adapter)
    if (!query) {
      query = build(db, (name) => new Slot(name) as never).compile()
      compiled.set(adapter, query)
    }
    const bound = query.parameters.map((parameter) =>
      parameter instanceof Slot ? values[parameter.name as keyof Values] : parameter,
    )
    return runCompiled(db, { ...query, parameters: bound })
  }
}

/** Runs a compiled query past Kysely, where the database can. */
export async function runCompiled<Row>(db: Db, query: CompiledQuery<Row>): Promise<Row[]> {
  const runText = runners.get(db)
  if (runText) return (await runText(query.sql, query.parameters)) as Row[]
  return (await db.executeQuery<Row>(query)).rows
}
