import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CliError } from './errors.ts'
import { writeFileWhole } from './write-file.ts'

/** What a sandbox stores for later starts and for the other commands. */
export interface Credentials {
  adminToken: string
  apiKey: string
  propertyId: string
  /** Where it can be reached from this machine, and by which process; absent while none is running. */
  url?: string
  pid?: number
}

/** The data folder of a database: where its file is, or `.svc` for databases that are no file. */
export function dataFolder(database: string): string {
  return database === ':memory:' || /^postgres(ql)?:/.test(database) ? '.svc' : dirname(database)
}

export function credentialsPath(database: string): string {
  return join(dataFolder(database), 'credentials.json')
}

/** The credentials in a data folder; undefined when there are none. */
export async function readCredentials(database: string): Promise<Credentials | undefined> {
  const path = credentialsPath(database)
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

/** Writes the file as a whole, readable by its owner only: the credentials open everything in the sandbox. */
export async function writeCredentials(database: string, credentials: Credentials): Promise<void> {
  const path = credentialsPath(database)
  try {
    await writeFileWhole(path, `${JSON.stringify(credentials, null, 2)}\n`, 0o600)
  } catch (error) {
    throw new CliError('file', `${path} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

/** Removes the address of a process that stops, unless another process has stored its own since. */
export async function forgetAddress(database: string, pid: number): Promise<void> {
  const credentials = await readCredentials(database).catch(() => undefined)
  if (credentials?.pid !== pid) return
  const { url: _url, pid: _pid, ...rest } = credentials
  await writeCredentials(database, rest)
}
