import { Client, type ClientConfig } from 'pg'
import { StorageUnusable } from '../errors.ts'
import { READ_ONLY, postgresCode } from './errors.ts'

/** Milliseconds for finding out which host serves: less than a connection may take. */
const ASK_MS = 3_000

/** One of the servers in a connection string. What it does not say, the environment says. */
export interface PostgresHost {
  host?: string
  port?: number
}

/** A connection string, taken apart as libpq does: one host or several, and what the one to use must be able to do. */
export interface PostgresTarget {
  /** The connection string of the first host, without `target_session_attrs`. */
  url: URL
  /** In the order in which they are preferred. */
  hosts: PostgresHost[]
  writable: boolean
  /** For messages: without user and password. */
  name: string
}

/**
 * `postgres://user:password@h1:5432,h2/db?target_session_attrs=read-write`.
 *
 * @throws {StorageUnusable} for what is no address, and for sessions that this service cannot use
 */
export function readPostgresTarget(database: string): PostgresTarget {
  const [, scheme = '', user = '', authority = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)([^]*)$/.exec(database) ?? []
  const names = authority.split(',')
  const [url, ...others] = names.map((name) => parsed(scheme + user + name + rest))
  // `split` gives one name at least.
  const first = url!
  const attributes = first.searchParams.get('target_session_attrs') ?? 'any'
  first.searchParams.delete('target_session_attrs')
  if (!['any', 'read-write', 'primary'].includes(attributes)) {
    throw new StorageUnusable(
      `target_session_attrs=${attributes}: the service writes, so give read-write, primary or any`,
    )
  }
  const hosts = [first, ...others].map(({ hostname, port }) => ({
    host: decodeURIComponent(hostname).replace(/^\[|\]$/g, ''),
    port: Number(port || 5432),
  }))
  return {
    url: first,
    hosts: authority === '' ? [{}] : hosts,
    writable: attributes !== 'any',
    name: `postgres://${authority || 'localhost'}${first.pathname}`,
  }
}

function parsed(text: string): URL {
  try {
    return new URL(text)
  } catch (error) {
    // Not quoted: it may hold a password.
    throw new StorageUnusable(
      'The address of the database is not a valid URL. It looks like postgres://user:password@host:5432/name, and ' +
        'special characters in user and password are percent-encoded',
      { cause: error },
    )
  }
}

/** Makes connections: pg's own, or one that first finds the host that serves. */
export type PostgresClient = new (config?: string | ClientConfig) => Client

/**
 * The class of connections to a target. With several hosts, or where the session must be able to write, all hosts are
 * asked at once and the first in order that will do is used, by every connection from then on, until one fails: after a
 * failover the next connection finds the new primary.
 */
export function postgresClient(target: Pick<PostgresTarget, 'hosts' | 'writable'>): PostgresClient {
  const { hosts, writable } = target
  if (hosts.length === 1 && !writable) return Client
  let found: PostgresHost | undefined
  let finding: Promise<PostgresHost> | undefined

  async function find(config: ClientConfig): Promise<PostgresHost> {
    const asked = hosts.map((host) => ask(config, host))
    // What the others say when one is taken already is heard by nobody.
    for (const answer of asked) answer.catch(() => {})
    const errors: unknown[] = []
    for (const answer of asked) {
      try {
        return (found = await answer)
      } catch (error) {
        errors.push(error)
      }
    }
    // Of a server that says why not, rather than of one that is not there.
    throw errors.find((error) => /^[0-9A-Z]{5}$/.test(postgresCode(error) ?? '')) ?? errors[0]
  }

  async function ask(config: ClientConfig, host: PostgresHost): Promise<PostgresHost> {
    const client = new Client({ ...config, connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS })
    client.on('error', () => {})
    Object.assign(client, host)
    try {
      await client.connect()
      if (writable) await requireWritable(client)
      return host
    } finally {
      void client.end().catch(() => {})
    }
  }

  return class HostsClient extends Client {
    readonly #config: ClientConfig

    constructor(config?: string | ClientConfig) {
      super(config)
      this.#config = typeof config === 'object' ? config : {}
    }

    // pg's pool gives a callback, everybody else waits for the promise.
    override connect(): Promise<Client>
    override connect(callback: (error: Error | null) => void): void
    override connect(callback?: (error: Error | null) => void): Promise<Client> | void {
      const connecting = this.#connect()
      if (!callback) return connecting
      connecting.then(() => callback(null), callback)
    }

    async #connect(): Promise<Client> {
      const host = found ?? (await (finding ??= find(this.#config).finally(() => (finding = undefined))))
      const forget = () => {
        if (found === host) found = undefined
      }
      // Of a connection in use too: whatever it was, the next one asks again.
      this.on('error', forget)
      Object.assign(this, host)
      try {
        await super.connect()
        // It may have become a standby since it was found.
        if (writable) await requireWritable(this)
        return this
      } catch (error) {
        forget()
        void this.end().catch(() => {})
        throw error
      }
    }
  }
}

/** As libpq asks: a standby, or a server that is set to read only, will not do. */
async function requireWritable(client: Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only === 'off') return
  throw Object.assign(new Error('the server is read-only'), { code: READ_ONLY })
}
