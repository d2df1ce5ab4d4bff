import { StorageUnusable } from './errors.ts'
import type { OpenStorageOptions } from './open-options.ts'
import { isPostgresUrl } from './database-target.ts'
import { openSqlite } from './sqlite/storage.ts'
import type { Storage } from './storage.ts'

/**
 * Opens a database and brings its tables up to date.
 * @throws {StorageUnusable} when it cannot be used, with what is wrong and what to do
 */
export async function openStorage(options: OpenStorageOptions): Promise<Storage> {
  const { database } = options
  if (isPostgresUrl(database)) {
    // Loaded when needed: pg takes longer to load than an SQLite database to open.
    const { openPostgres } = await import('./postgres/storage.ts')
    return openPostgres(options)
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(database) || database === '') {
    throw new StorageUnusable(
      `Cannot use the database "${database.split('://')[0]}://…": give :memory:, the path of a file, or postgres://…`,
    )
  }
  return openSqlite(options)
}
