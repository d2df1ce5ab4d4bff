import { startPostgresServer } from '../../../../apps/sandbox/test/kit/postgres-server.ts'

/** A PostgreSQL from npm, as durable as in production. */
export interface Postgres extends AsyncDisposable {
  /** Address of a new database. */
  fresh(): Promise<string>
}

export async function openPostgres(): Promise<Postgres> {
  let made = 0
  const server = await startPostgresServer({ durable: true })
  return {
    fresh: () => server.createDatabase(`bench_${++made}`),
    [Symbol.asyncDispose]: () => server.remove(),
  }
}
