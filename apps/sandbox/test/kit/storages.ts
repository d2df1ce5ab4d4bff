import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStorage } from '../../src/storage/open.ts'
import type { OpenStorageOptions } from '../../src/storage/open-options.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { freshSchema, postgresUrl } from './postgres.ts'

/** What every suite of storage runs on: the three behave alike (DESIGN 1). */
export const storageKinds = ['memory', 'sqlite', 'postgres'] as const
export type StorageKind = (typeof storageKinds)[number]

/** Where a new, empty database of this kind is: for `openStorage`, and for as many nodes as it can have. */
export async function freshDatabase(kind: StorageKind): Promise<OpenStorageOptions> {
  if (kind === 'memory') return { database: ':memory:' }
  if (kind === 'postgres') return { database: await postgresUrl(), schema: freshSchema() }
  return { database: join(freshFolder(), 'sandbox.db') }
}

/** A folder that is removed when the test has finished. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Opens a database and closes it when the test has finished. */
export async function openForTest(options: OpenStorageOptions): Promise<Storage> {
  const storage = await openStorage(options)
  onTestFinished(() => storage.close())
  return storage
}
