import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgresServer } from '../../../apps/sandbox/test/kit/postgres-server.ts'

/** The databases that are compared, each as durable as it is in production. */
export interface Databases extends AsyncDisposable {
  /** Path of a new SQLite file. */
  file(name: string): string
  /** Address of a PostgreSQL database. */
  postgres: string
  /** Address of a new database on the same server. */
  freshPostgres(): Promise<string>
}

export async function openDatabases(): Promise<Databases> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'))
  let made = 0
  const server = await startPostgresServer({ durable: true })
  return {
    file: (name) => join(folder, `${name}.db`),
    postgres: server.url,
    freshPostgres: () => server.createDatabase(`bench_${++made}`),
    async [Symbol.asyncDispose]() {
      await server.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
