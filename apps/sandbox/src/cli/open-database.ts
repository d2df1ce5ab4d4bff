import { existsSync } from 'node:fs'
import { openClock, type StoredClock } from '../clock/clock.ts'
import { Tables } from '../control/tables.ts'
import { ensureFirstProperty } from '../start/first-property.ts'
import { createRuntime } from '../runtime.ts'
import { newAdminToken } from '../service/tokens.ts'
import type { ServiceContext } from '../service/context.ts'
import { openStorage } from '../storage/open.ts'
import { createSecretBox } from '../storage/secret-box.ts'
import type { Storage } from '../storage/storage.ts'
import { readCredentials, writeCredentials } from './credentials.ts'
import { databaseLayout } from './database-layout.ts'
import { CliError } from './errors.ts'
import { secretKeys } from './secret-keys.ts'

/** A database that a command opens itself, because no sandbox is running on it. */
export interface OpenDatabase {
  storage: Storage
  context: ServiceContext
  tables: Tables
  /** The first property; a new database gets one, and its key goes to the credentials. */
  firstProperty(): Promise<string>
}

/**
 * Opens the database of a data folder for one piece of work.
 *
 * @param options.create make a new one where there is none
 * @throws CliError for a database in memory, which only its server can reach
 */
export async function withDatabase<T>(
  database: string,
  options: { create: boolean },
  work: (opened: OpenDatabase) => Promise<T>,
): Promise<T> {
  if (database === ':memory:') {
    throw new CliError(
      'no_sandbox',
      'A database in memory is gone with its server, and no sandbox is running. Start one with "npx @svc/sandbox --database :memory:".',
    )
  }
  if (!options.create && !/^postgres(ql)?:/.test(database) && !existsSync(database)) {
    throw new CliError(
      'file',
      `There is no database ${database}, and no sandbox is running. Name another one with --database.`,
    )
  }
  const storage = await openStorage({ database, ...databaseLayout() })
  try {
    const clock = await openClock({ storage })
    try {
      return await work(await open({ database, storage, clock }))
    } finally {
      clock.close()
    }
  } finally {
    await storage.close()
  }
}

async function open(parts: {
  database: string
  storage: Storage
  clock: StoredClock
}): Promise<OpenDatabase> {
  const { database, storage, clock } = parts
  const runtime = createRuntime({ clock })
  const secrets = createSecretBox(secretKeys())
  const context: ServiceContext = { runtime, secrets, targets: 'local', storage }
  const kept = await readCredentials(database)

  return {
    storage,
    context,
    tables: new Tables({
      storage,
      runtime,
      secrets,
      // The next start uses the stored key again, also after an import.
      ensureFirstProperty: async () => {},
      replaced: () => clock.reload(),
    }),
    async firstProperty() {
      const { apiKey, propertyId } = await storage.write((tx) =>
        ensureFirstProperty(tx, {
          context,
          seed: 'empty',
          apiKey: kept?.apiKey,
          propertyId: kept?.propertyId,
        }),
      )
      if (!kept) {
        const adminToken = newAdminToken(runtime)
        await writeCredentials(database, { adminToken, apiKey, propertyId })
      }
      return propertyId
    },
  }
}
