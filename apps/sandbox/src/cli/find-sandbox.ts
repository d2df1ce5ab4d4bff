import type { SandboxControl } from '@svc/control'
import { serversFolder } from '../start/data-folder.ts'
import { type RunningServer, runningServers } from '../start/server-place.ts'
import { readCredentials } from './credentials.ts'
import { CliError } from './errors.ts'
import type { ConnectionFlags } from './flags.ts'

/** A running sandbox that a command has found. */
export interface FoundSandbox {
  url: string
  control: SandboxControl
  adminToken: string
  /** Of its first property; undefined where no file of this machine has it. */
  apiKey: string | undefined
}

/**
 * The running sandbox that a flag or the environment names, or that serves the database; undefined when there is none.
 */
export async function findSandbox(flags: ConnectionFlags): Promise<FoundSandbox | undefined> {
  // A server that is named by a flag must answer.
  const server = flags.url === undefined ? await servingOne(flags.database) : undefined
  const url = flags.url ?? server?.url
  if (!url) return undefined
  const kept = await readCredentials(flags.database)
  const adminToken = flags.adminToken ?? server?.adminToken ?? kept?.adminToken
  if (!adminToken) {
    throw new CliError(
      'usage',
      `No admin token for ${url}: give --admin-token or SVC_ADMIN_TOKEN, or run this with the --database that it serves.`,
    )
  }
  const { connectSandbox } = await import('@svc/control')
  const sandbox = connectSandbox({ url, adminToken, propertyId: flags.property })
  const known = server?.propertyId ?? (server ? kept?.propertyId : undefined)
  const control = flags.property === undefined ? await withFirstProperty(sandbox, known) : sandbox
  return { url, control, adminToken, apiKey: server ? kept?.apiKey : undefined }
}

/** The server of a database that was started last and answers. */
async function servingOne(database: string): Promise<RunningServer | undefined> {
  for (const server of runningServers(database))
    if (server.url !== undefined && (await answers(server.url))) return server
  return undefined
}

/** The running sandbox, or an error that says how to start one. */
export async function requireSandbox(flags: ConnectionFlags): Promise<FoundSandbox> {
  const found = await findSandbox(flags)
  if (found) return found
  throw new CliError(
    'no_sandbox',
    `No running sandbox found (looked into ${serversFolder(flags.database)}).\n` +
      'Start one with "npx @svc/sandbox", or name it with --url and --admin-token (SVC_URL and SVC_ADMIN_TOKEN).',
  )
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(5_000) })
    await response.body?.cancel()
    return true
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? {}) as { code?: string }
    if (!/CERT|VERIFY|ALTNAME/.test(code)) return false
    throw new CliError(
      'no_sandbox',
      `The sandbox at ${url} shows a certificate that Node.js does not trust (${code}). ` +
        'Set NODE_EXTRA_CA_CERTS to the file of its certificate.',
      { cause: error },
    )
  }
}

/**
 * Commands use the property that the start banner shows, unless another one is named; the first one when that is gone, as it
 * is after an import of other data.
 */
async function withFirstProperty(
  control: SandboxControl,
  known: string | undefined,
): Promise<SandboxControl> {
  const properties = await control.properties.list()
  const chosen = properties.find(({ id }) => id === known) ?? properties[0]
  return chosen ? control.property(chosen.id) : control
}
