import { readFile } from 'node:fs/promises'
import { credentialsPath } from '../start/data-folder.ts'
import { CliError } from './errors.ts'
import { writeFileWhole } from './write-file.ts'

/** The keys of a database, kept for later starts and for the other commands. */
export interface Credentials {
  adminToken: string
  apiKey: string
  propertyId: string
}

/** The credentials of a database; undefined when there are none. One in memory has none of an earlier start. */
export async function readCredentials(database: string): Promise<Credentials | undefined> {
  const path = credentialsPath(database)
  if (path === undefined) return undefined
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    // The database reports a folder that cannot be used.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw new CliError('file', `${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  try {
    const value = JSON.parse(text) as Partial<Credentials>
    if (typeof value.adminToken === 'string' && typeof value.apiKey === 'string') return value as Credentials
  } catch {
    // Reported below, together with a document of the wrong form.
  }
  throw new CliError(
    'file',
    `${path} is not a credentials file of this program. Move it away and start again.`,
  )
}

/**
 * Writes the file as a whole, readable by its owner only: the credentials open everything in the sandbox. Nothing is
 * kept for a database in memory.
 */
export async function writeCredentials(database: string, credentials: Credentials): Promise<void> {
  const path = credentialsPath(database)
  if (path === undefined) return
  try {
    await writeFileWhole(path, `${JSON.stringify(credentials, null, 2)}\n`, 0o600)
  } catch (error) {
    throw new CliError('file', `${path} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}
