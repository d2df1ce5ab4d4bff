import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort, initdbFlags, loadEmbeddedPostgres } from './postgres-server.ts'

/** A primary and a standby that every commit waits for. */
export interface PostgresPair {
  /** Names both. */
  url: string
  /** That of the primary alone. */
  primaryUrl(): string
  /** Kills all processes of the primary at once, as a machine that goes away does. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary. Resolves when it takes changes. */
  promote(): Promise<void>
  /** Makes a new standby in place of the dead primary. Resolves when commits wait for it. */
  addStandby(): Promise<void>
  /** Stops both and removes their files. */
  remove(): Promise<void>
}

interface Server {
  port: number
  folder: string
  /** As it is told on stderr. */
  said: string[]
  exited: Promise<void>
}

const flags = [
  'fsync=off',
  'max_connections=100',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'wal_keep_size=256MB',
  // A new standby takes over from the copy at once.
  'wal_retrieve_retry_interval=100ms',
].flatMap((setting) => ['-c', setting])
const address = (port: number) => `postgres://postgres:postgres@127.0.0.1:${port}/postgres`

/** Starts two real PostgreSQL from npm with synchronous streaming replication between them. Takes some seconds. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const Embedded = await loadEmbeddedPostgres()
  const root = await mkdtemp(join(tmpdir(), 'svc-pair-'))
  // The servers run as somebody else where this runs as root.
  await chmod(root, 0o755)
  const asRoot = process.getuid?.() === 0
  const running = new Set<Server>()
  let made = 0

  const embedded = (folder: string, port: number, more: string[], said: string[]) =>
    new Embedded({
      databaseDir: folder,
      port,
      user: 'postgres',
      password: 'postgres',
      persistent: true,
      createPostgresUser: asRoot,
      initdbFlags,
      postgresFlags: [...flags, ...more],
      onLog: (message) => void said.push(message),
      onError: (error) => void said.push(String(error)),
    })

  async function run(folder: string, port: number, more: string[], ready: string): Promise<Server> {
    const said: string[] = []
    const exited = Promise.withResolvers<void>()
    const server: Server = { folder, port, said, exited: exited.promise }
    running.add(server)
    // It resolves with the words of a primary only, and rejects when the process ends.
    embedded(folder, port, more, said)
      .start()
      .catch(() => exited.resolve())
    await until(
      () => Promise.resolve(said.some((line) => line.includes(ready))),
      () => said.join(''),
    )
    return server
  }

  async function end(server: Server): Promise<void> {
    running.delete(server)
    const text = await readFile(join(server.folder, 'postmaster.pid'), 'utf8').catch(() => '')
    const pid = Number(text.split('\n')[0])
    if (pid > 0) await killAll(pid)
    await rm(server.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  async function startFirst(): Promise<Server> {
    const folder = join(root, `${made++}`)
    const port = await freePort()
    await embedded(folder, port, [], []).initialise()
    return run(folder, port, [], 'ready to accept connections')
  }

  async function startStandby(of: Server, port: number): Promise<Server> {
    const folder = join(root, `${made++}`)
    const primary = new Client({ connectionString: address(of.port) })
    await primary.connect()
    try {
      // A copy in backup mode; the log since its beginning comes through the stream.
      await primary.query(`select pg_backup_start('standby', true)`)
      await copyFolder(of.folder, folder)
      const { rows } = await primary.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(false)',
      )
      await writeFile(join(folder, 'backup_label'), rows[0]?.labelfile ?? '')
      await writeFile(join(folder, 'standby.signal'), '')
      // Once promoted it waits for nobody until it has a standby of its own.
      await writeFile(join(folder, 'postgresql.auto.conf'), '')
      await ownAs(of.folder, folder)
      const conninfo = `host=127.0.0.1 port=${of.port} user=postgres password=postgres application_name=standby`
      const started = await run(folder, port, ['-c', `primary_conninfo=${conninfo}`], 'read-only connections')
      await untilRow(primary, `select from pg_stat_replication where state = 'streaming'`, started)
      await primary.query(`alter system set synchronous_standby_names = 'standby'`)
      await primary.query('select pg_reload_conf()')
      await untilRow(primary, `select from pg_stat_replication where sync_state = 'sync'`, started)
      return started
    } finally {
      await primary.end()
    }
  }

  let primary = await startFirst()
  let standby: Server = await startStandby(primary, await freePort())
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
  let deadPort = 0

  return {
    url: `postgres://postgres:postgres@${hosts}/postgres?target_session_attrs=read-write`,
    primaryUrl: () => address(primary.port),
    async killPrimary() {
      deadPort = primary.port
      await end(primary)
    },
    async promote() {
      const client = new Client({ connectionString: address(standby.port) })
      await client.connect()
      try {
        await client.query('select pg_promote(true, 60)')
      } finally {
        await client.end()
      }
      primary = standby
    },
    async addStandby() {
      standby = await startStandby(primary, deadPort)
    },
    async remove() {
      await Promise.all([...running].map(end))
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Kills a server and each of its backends: they are no group, and one that is left would go on for a while. */
async function killAll(pid: number): Promise<void> {
  const found = await promisify(execFile)('pgrep', ['-P', `${pid}`]).catch(() => ({ stdout: '' }))
  const children = found.stdout.split('\n').filter(Boolean).map(Number)
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
}

/** A data folder without what belongs to a running server or is sent anew. */
async function copyFolder(from: string, to: string): Promise<void> {
  const left = ['pg_wal', 'pg_replslot', 'postmaster.pid', 'postmaster.opts', 'pg_stat_tmp']
  await mkdir(to, { mode: 0o700 })
  for (const name of await readdir(from)) {
    if (left.includes(name)) continue
    await cp(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true })
  }
  for (const name of ['pg_wal/archive_status', 'pg_wal/summaries', 'pg_replslot', 'pg_stat_tmp'])
    await mkdir(join(to, name), { recursive: true })
}

/** Gives a folder, with all that is in it, to the owner of another one. */
async function ownAs(like: string, folder: string): Promise<void> {
  const { uid, gid } = await stat(like)
  if (uid === process.getuid?.()) return
  await chown(folder, uid, gid)
  for (const name of await readdir(folder, { recursive: true })) await chown(join(folder, name), uid, gid)
}

async function untilRow(client: Client, query: string, server: Server): Promise<void> {
  await until(
    async () => (await client.query(query)).rows.length > 0,
    () => server.said.join(''),
  )
}

/** Asks every 20 ms, for a minute at most. */
async function until(holds: () => Promise<boolean>, why: () => string): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`The pair of PostgreSQL servers is not ready:\n${why()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
