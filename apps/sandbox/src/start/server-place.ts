import { randomUUID } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { type HeldLock, tryLock } from '../storage/lock.ts'
import { isFile, serversFolder } from './data-folder.ts'
import { StartError } from './errors.ts'

/** A server that runs, as others find it. */
export interface RunningServer {
  pid: number
  startedAt: string
  /** Where it can be reached from this machine; absent while it starts. */
  url?: string | undefined
  /** What commands need to get in; absent where the program that started it keeps that to itself. */
  adminToken?: string | undefined
  propertyId?: string | undefined
}

/** The place of a server among those of its database. */
export interface ServerPlace {
  /** Adds what is known only when it listens. */
  announce(details: Pick<RunningServer, 'url' | 'adminToken' | 'propertyId'>): void
  leave(): void
}

/** How long a start waits for others that start or stop at the same moment, in milliseconds. They take one or two. */
const patienceMs = 5_000
const turnName = 'turn.lock'

/** For what nobody has to find, and nobody else can serve. */
const nowhere: ServerPlace = { announce() {}, leave() {} }

/**
 * The place of a server that starts. One on an SQLite file always has one, any other where commands are to find it.
 * Where none can be taken (a read-only folder), it serves all the same, and `onTrouble` hears why.
 *
 * @throws StartError `database_in_use` for an SQLite file that another server serves (D24)
 */
export function openPlace(options: {
  database: string
  /** Whether others may serve the same file. */
  shared: boolean
  /** Whether commands are to find it and get in. */
  findable: boolean
  onTrouble: (error: unknown) => void
}): ServerPlace {
  const { database, shared, findable, onTrouble } = options
  if (!findable && !isFile(database)) return nowhere
  let place: ServerPlace
  try {
    place = takePlace(database, shared)
  } catch (error) {
    if (error instanceof StartError) throw error
    onTrouble(error)
    return nowhere
  }
  return {
    announce({ url, ...access }) {
      try {
        place.announce({ url, ...(findable && access) })
      } catch (error) {
        onTrouble(error)
      }
    },
    leave: place.leave,
  }
}

/**
 * Takes a place among the servers of a database. Each server holds a lock of its own as long as its process lives, so a
 * record whose lock is free is of a process that has gone, and is removed.
 */
function takePlace(database: string, shared: boolean): ServerPlace {
  const folder = serversFolder(database)
  const id = `${process.pid}-${randomUUID().slice(0, 8)}`
  const mine: RunningServer = { pid: process.pid, startedAt: new Date().toISOString() }
  const lock = inTurn(folder, () => {
    removeGone(folder)
    const [other] = isFile(database) && !shared ? list(folder) : []
    if (other) throw inUse(database, other)
    const held = tryLock(join(folder, `${id}.lock`))
    write(folder, id, mine)
    return held
  })
  return {
    announce: (details) => write(folder, id, Object.assign(mine, details)),
    leave: () => leave(folder, id, lock),
  }
}

/** The servers of a database that run just now, the newest first. */
export function runningServers(database: string): RunningServer[] {
  const folder = serversFolder(database)
  return list(folder).toSorted((one, other) => other.startedAt.localeCompare(one.startedAt))
}

function list(folder: string): RunningServer[] {
  return ids(folder).flatMap((id) => (isHeld(folder, id) ? (read(folder, id) ?? []) : []))
}

function ids(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? name.slice(0, -5) : []))
  } catch {
    return []
  }
}

function isHeld(folder: string, id: string): boolean {
  const path = join(folder, `${id}.lock`)
  if (!inodeOf(path)) return false
  const lock = tryLock(path)
  lock?.release()
  return lock === undefined
}

function read(folder: string, id: string): RunningServer | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8')) as RunningServer
  } catch {
    // It has just left.
    return undefined
  }
}

/** As a whole, so that nobody reads half of it, and for the owner alone: it may hold a token. */
function write(folder: string, id: string, server: RunningServer): void {
  const path = join(folder, `${id}.json`)
  writeFileSync(`${path}.new`, `${JSON.stringify(server)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

function removeGone(folder: string): void {
  for (const id of ids(folder)) if (!isHeld(folder, id)) removeFiles(folder, id)
}

function removeFiles(folder: string, id: string): void {
  for (const ending of ['json', 'json.new', 'lock']) rmSync(join(folder, `${id}.${ending}`), { force: true })
}

function leave(folder: string, id: string, lock: HeldLock | undefined): void {
  try {
    inTurn(folder, () => {
      lock?.release()
      removeFiles(folder, id)
      if (readdirSync(folder).some((name) => name !== turnName)) return
      rmSync(join(folder, turnName))
      rmdirSync(folder)
    })
  } catch {
    // The next start removes what is left. A folder that is gone already is as well.
  }
}

/** One start or stop at a time, of all processes. */
function inTurn<T>(folder: string, work: () => T): T {
  const path = join(folder, turnName)
  for (;;) {
    makeFolder(folder)
    const before = inodeOf(path)
    let turn: HeldLock | undefined
    try {
      turn = tryLock(path, patienceMs)
    } catch (error) {
      // The last server has just left, and took the folder along.
      if (existsSync(folder)) throw error
      continue
    }
    if (!turn) throw new Error(`${path} is held by another process for too long`)
    try {
      // The last server that stops removes the file. A lock on a file that has been removed meanwhile is worth nothing.
      if (before !== undefined && before === inodeOf(path)) return work()
    } finally {
      turn.release()
    }
  }
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino
}

function inUse(database: string, { pid, url, startedAt }: RunningServer): StartError {
  const where = url === undefined ? 'and is just starting' : `at ${url}`
  return new StartError(
    'database_in_use',
    `${database} is served already, by process ${pid} ${where} (since ${startedAt}). Use that server, stop it, choose ` +
      'another --database, or let several servers share the file with --shared.',
  )
}
