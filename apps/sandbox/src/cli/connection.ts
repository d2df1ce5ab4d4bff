import { type Credentials, credentialsPath, readCredentials } from './credentials.ts'
import { CliError } from './errors.ts'

/** Where a command looks for the running sandbox. */
export interface ConnectionOptions {
  /** Database of the sandbox: its folder holds the credentials. */
  database: string
  /** Address, before any that is found. */
  url?: string | undefined
  /** Admin token, before any that is found. */
  adminToken?: string | undefined
}

/** A query of the control API; what is undefined is left out. */
export type Query = Record<string, string | number | undefined>

/** The control API of a running sandbox, as the commands use it. */
export interface Connection {
  readonly url: string
  readonly credentials: Credentials | undefined
  /** Sends one request and returns the parsed answer; a refusal becomes a {@link CliError}. */
  send<T>(method: string, path: string, options?: { body?: unknown; query?: Query }): Promise<T>
  /** The same with the answer unread, for streams. */
  open(method: string, path: string, options?: { body?: unknown; query?: Query }): Promise<Response>
  /** The property that was named, or the first one. */
  property(named: string | undefined): Promise<string>
}

/** The running sandbox of a data folder or of the environment; undefined when there is none. */
export async function findSandbox(options: ConnectionOptions): Promise<Connection | undefined> {
  const credentials = await readCredentials(options.database)
  const url = options.url ?? credentials?.url
  const adminToken = options.adminToken ?? credentials?.adminToken
  if (!url) return undefined
  if (!adminToken) {
    throw new CliError(
      'usage',
      `No admin token for ${url}: give --admin-token or SVC_ADMIN_TOKEN, or run this where ${credentialsPath(options.database)} is.`,
    )
  }
  const connection = connect({ url, adminToken, credentials })
  // A server that was killed leaves its address behind. One that was named by hand must be there.
  if (options.url === undefined && !(await answers(url))) return undefined
  return connection
}

/** The running sandbox, or an error that says how to start one. */
export async function requireSandbox(options: ConnectionOptions): Promise<Connection> {
  const found = await findSandbox(options)
  if (found) return found
  throw new CliError(
    'no_sandbox',
    `No running sandbox found (looked into ${credentialsPath(options.database)}).\n` +
      'Start one with "svc-sandbox", or name it with --url and --admin-token (SVC_URL, SVC_ADMIN_TOKEN).',
  )
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(5_000) })
    await response.body?.cancel()
    return true
  } catch {
    return false
  }
}

function connect(target: {
  url: string
  adminToken: string
  credentials: Credentials | undefined
}): Connection {
  const { url, adminToken, credentials } = target

  async function open(method: string, path: string, options: { body?: unknown; query?: Query } = {}) {
    const address = new URL(`/sandbox${path}`, url)
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined) address.searchParams.set(name, String(value))
    }
    const headers: Record<string, string> = { authorization: `Bearer ${adminToken}` }
    let body: string | undefined
    if (options.body !== undefined) {
      headers['content-type'] = 'application/json'
      body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body)
    }
    let response: Response
    try {
      response = await fetch(address, { method, headers, ...(body === undefined ? {} : { body }) })
    } catch (error) {
      const cause = (error as Error).cause as (Error & { code?: string }) | undefined
      throw new CliError(
        'no_sandbox',
        `${url} cannot be reached: ${cause?.message || cause?.code || (error as Error).message}`,
        { cause: error },
      )
    }
    if (response.ok) return response
    throw new CliError('refused', await refusal(response, adminToken))
  }

  return {
    url,
    credentials,
    open,
    async send<T>(method: string, path: string, options?: { body?: unknown; query?: Query }) {
      const response = await open(method, path, options)
      const text = await response.text()
      return (text === '' ? undefined : JSON.parse(text)) as T
    },
    async property(named) {
      if (named !== undefined) return named
      const properties = await this.send<{ id: string }[]>('GET', '/properties')
      const first = properties.find(({ id }) => id === credentials?.propertyId) ?? properties[0]
      if (!first) throw new CliError('failed', 'The sandbox has no property.')
      return first.id
    },
  }
}

/** What the sandbox said against it, in one or a few lines. */
async function refusal(response: Response, adminToken: string): Promise<string> {
  const text = await response.text().catch(() => '')
  let body: { code?: string; message?: string; details?: { path: string; message: string }[] } = {}
  try {
    body = JSON.parse(text) as typeof body
  } catch {
    // Something else answers there; the status alone must do.
  }
  if (response.status === 401) {
    return `The sandbox does not accept this admin token (${adminToken.slice(0, 6)}…). Give the one that it printed at its start.`
  }
  const lines = (body.details ?? []).map(({ path, message }) => `  ${path || 'the body'} ${message}`)
  return [body.message ?? `The sandbox answered ${response.status}.`, ...lines].join('\n')
}
