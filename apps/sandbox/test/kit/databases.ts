import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openStorage } from '../../src/storage/open.ts'
import type { OpenStorageOptions } from '../../src/storage/open-options.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { freshSchema, type PostgresLayout, postgresLayout, postgresUrl } from './postgres.ts'

export type Kind = 'memory' | 'sqlite' | 'postgres'

/**
 * Every kind of storage: they behave alike, so what concerns them runs on each. A run on another layout of PostgreSQL
 * ({@link postgresLayout}) is about that alone.
 */
export const kinds: readonly Kind[] =
  Object.keys(postgresLayout()).length > 0 ? ['postgres'] : ['memory', 'sqlite', 'postgres']

/** Where a new, empty database is: for `openStorage` and `startSandbox`, and for as many nodes as it can have. */
export interface FreshDatabase extends PostgresLayout {
  database: string
  schema?: string
}

/** A new, empty database of this kind. It goes with the run of tests. */
export async function freshDatabase(kind: Kind): Promise<FreshDatabase> {
  if (kind === 'memory') return { database: ':memory:' }
  if (kind === 'postgres') {
    return { database: await postgresUrl(), schema: freshSchema(), ...postgresLayout() }
  }
  return { database: join(freshFolder(), 'sandbox.db') }
}

/** A folder of its own, which goes with the run of tests. */
export function freshFolder(): string {
  return mkdtempSync(join(inject('runFolder'), 'test-'))
}

/** Opens a database and closes it when the test has finished. */
export async function openForTest(options: OpenStorageOptions): Promise<Storage> {
  const storage = await openStorage(options)
  onTestFinished(() => storage.close())
  return storage
}
