import { connectSandbox, type SandboxControl } from '@svc/control'
import { credentialsPath, readCredentials } from './credentials.ts'
import { CliError } from './errors.ts'
import type { ConnectionFlags } from './flags.ts'

/** A running sandbox that a command has found. */
export interface FoundSandbox {
  url: string
  control: SandboxControl
}

/**
 * The running sandbox that a flag or the environment names, or whose address is in the data folder; undefined when
 * there is none.
 */
export async function findSandbox(flags: ConnectionFlags): Promise<FoundSandbox | undefined> {
  const kept = await readCredentials(flags.database)
  const url = flags.url ?? kept?.url
  const adminToken = flags.adminToken ?? kept?.adminToken
  // A server that was killed leaves its address behind. A server that is named by a flag must answer.
  if (!url || (flags.url === undefined && !(await answers(url)))) return undefined
  if (!adminToken) {
    throw new CliError(
      'usage',
      `No admin token for ${url}: give --admin-token or SVC_ADMIN_TOKEN, or run this where ${credentialsPath(flags.database)} is.`,
    )
  }
  const propertyId = flags.property ?? (flags.url === undefined ? kept?.propertyId : undefined)
  const control = connectSandbox({ url, adminToken, propertyId })
  return { url, control: propertyId === undefined ? await withFirstProperty(control) : control }
}

/** The running sandbox, or an error that says how to start one. */
export async function requireSandbox(flags: ConnectionFlags): Promise<FoundSandbox> {
  const found = await findSandbox(flags)
  if (found) return found
  throw new CliError(
    'no_sandbox',
    `No running sandbox found (looked into ${credentialsPath(flags.database)}).\n` +
      'Start one with "svc-sandbox", or name it with --url and --admin-token (SVC_URL and SVC_ADMIN_TOKEN).',
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

/** Commands use the first property unless another one is named, as the start banner does. */
async function withFirstProperty(control: SandboxControl): Promise<SandboxControl> {
  const [first] = await control.properties.list()
  return first ? control.property(first.id) : control
}
