import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isPostgresUrl } from '../storage/database-target.ts'

/** Where is kept what belongs to databases that are no file. */
const folderOfOthers = '.svc'

/** Whether a database is an SQLite file. */
export function isFile(database: string): boolean {
  return database !== '' && database !== ':memory:' && !/^[a-z][a-z0-9+.-]+:\/\//i.test(database)
}

/** The folder that lists the servers of a database which run just now. Of those in memory: all of this folder. */
export function serversFolder(database: string): string {
  if (isFile(database)) return `${realFile(database)}-servers`
  return join(folderOfOthers, `${nameOf(database)}-servers`)
}

/**
 * The file with the keys of a database; undefined for one in memory, whose keys end with it. The default database,
 * `.svc/sandbox.db`, has its keys in `.svc/credentials.json`.
 */
export function credentialsPath(database: string): string | undefined {
  if (database === ':memory:') return undefined
  if (!isFile(database)) return join(folderOfOthers, `${nameOf(database)}.credentials.json`)
  if (basename(database) === 'sandbox.db') return join(dirname(database), 'credentials.json')
  return `${database}.credentials.json`
}

/** The same for every name of a file: a server that was started through a link serves the file behind it. */
export function realFile(database: string): string {
  const path = resolve(database)
  if (existsSync(path)) return realpathSync(path)
  const folder = dirname(path)
  return existsSync(folder) ? join(realpathSync(folder), basename(path)) : path
}

/** A name for a file: the database's own, and a hash of where it is, without user and password. */
function nameOf(database: string): string {
  if (!isPostgresUrl(database)) return 'memory'
  const url = URL.parse(database)
  const place = url
    ? [url.host, url.pathname, url.searchParams.get('host'), url.searchParams.get('port')].join(' ')
    : database.replace(/^[^/]*\/\/(?:[^/]*@)?/, '')
  const name = (url?.pathname ?? '').replaceAll(/[^\w.-]/g, '').slice(0, 60)
  return `postgres-${name}-${createHash('sha256').update(place).digest('hex').slice(0, 8)}`
}
