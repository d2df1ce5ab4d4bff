import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { openStorage } from '../../src/storage/open.ts'
import type { OpenStorageOptions } from '../../src/storage/open-options.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { freshSchema, type PostgresLayout, postgresLayout, postgresUrl } from './postgres.ts'

/** Every kind of storage: they behave alike, so what concerns them runs on each. */
export const kinds = ['memory', 'sqlite', 'postgres'] as const
export type Kind = (typeof kinds)[number]

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
