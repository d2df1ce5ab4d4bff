import { StorageBusy, StorageConflict, StorageError, StorageUnavailable, StorageUnusable } from '../errors.ts'

/** SQLSTATE codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_NOT_AVAILABLE = '55P03'
const UNIQUE = '23505'
const FOREIGN_KEY = '23503'
/** The server is starting: it will be there in a moment. */
export const CANNOT_CONNECT_NOW = '57P03'

/** The server takes no changes: it is a standby that was not promoted. */
export const READ_ONLY = '25006'

/** Classes and codes that mean: not now, whatever the statement. */
const unavailable = [
  /^08/, // connection exception
  /^53/, // insufficient resources: disk full, too many connections, out of memory
  /^57P/, // shutdown, crash, starting
  /^58/, // system error: I/O
  /^XX/, // internal error, corrupted data
  /^57014$/, // statement time-out
  /^25006$/, // a read-only server: a standby that was not promoted
  /^25P0[34]$/, // session or transaction time-out
]

const network = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNABORTED',
])

/** pg gives these no code. */
const lost =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered|was closed)|Cannot use a pool after|read ECONN|write EPIPE)/

/** SQLSTATE or system code of an error; undefined for any that has none. */
export function postgresCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/** What engines that speak PostgreSQL's protocol answer to what they do not have. */
const notSupported = new Set([
  '0A000', // feature not supported
  '42601', // syntax error
  '42883', // undefined function
])

/** Whether the database does not know what was asked for, whatever its state. */
export function isNotSupported(error: unknown): boolean {
  return notSupported.has(postgresCode(error instanceof StorageError ? error.cause : error) ?? '')
}

/** Whether the same transaction may run again, because another one was first. */
export function isSerializationFailure(error: unknown): boolean {
  const code = postgresCode(error instanceof StorageError ? error.cause : error)
  return code === SERIALIZATION_FAILURE || code === DEADLOCK
}

/** Whether a statement gave way to those who held what it waited for. */
export function isBlocked(error: unknown): boolean {
  const code = postgresCode(error instanceof StorageError ? error.cause : error)
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK || code === SERIALIZATION_FAILURE
}

/** Translates an error of pg into one of ours. Errors of the work itself pass unchanged. */
export function postgresError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageError) return error
  const code = postgresCode(error)
  const cause = { cause: error }
  if (code === SERIALIZATION_FAILURE || code === DEADLOCK || code === LOCK_NOT_AVAILABLE) {
    return new StorageBusy(
      `PostgreSQL: another transaction held what this one waited for: ${error.message}`,
      cause,
    )
  }
  if (code === UNIQUE) return new StorageConflict('unique', error.message, cause)
  if (code === FOREIGN_KEY) return new StorageConflict('reference', error.message, cause)
  if (code?.startsWith('23')) return new StorageConflict('other', error.message, cause)
  const isUnavailable = code
    ? network.has(code) || unavailable.some((pattern) => pattern.test(code))
    : lost.test(error.message) || isAggregateOfNetwork(error)
  if (isUnavailable)
    return new StorageUnavailable(`PostgreSQL is not available: ${error.message || code}`, cause)
  return error
}

/** Trying several addresses of a host fails with all their errors in one. */
function isAggregateOfNetwork(error: Error): boolean {
  return error instanceof AggregateError && error.errors.some((one) => network.has(postgresCode(one) ?? ''))
}

const advice: Record<string, string> = {
  '28000':
    'the server does not let this user in. Check user and password in --database and the server’s pg_hba.conf',
  '28P01': 'the password is wrong. Check user and password in --database',
  '3D000': 'the database does not exist. Create it: createdb <name>',
  '3F000': 'the schema does not exist',
  '42501': 'this user may not create tables there. Grant it: grant create, usage on schema public to <user>',
  '53300': 'the server has no connection left. Raise its max_connections, or run fewer nodes',
  [READ_ONLY]:
    'none of its hosts takes changes: each is a standby or read-only. Name the primary too, or promote one',
  ECONNREFUSED: 'nothing listens there. Is PostgreSQL running, and are host and port right?',
  ENOTFOUND: 'the host name is unknown. Check --database',
  ETIMEDOUT: 'the host does not answer. Check --database and the firewall',
}

/** The error with which the start fails. `name` must not hold the password. */
export function postgresOpenError(error: unknown, name: string): unknown {
  if (error instanceof StorageUnusable || !(error instanceof Error)) return error
  const original = error instanceof StorageError && error.cause instanceof Error ? error.cause : error
  const code = postgresCode(original) ?? (isAggregateOfNetwork(original) ? 'ECONNREFUSED' : '')
  const known =
    advice[code] ?? (postgresError(original) instanceof StorageError ? original.message : undefined)
  if (known === undefined && !/^[0-9A-Z]{5}$/.test(code)) return error
  return new StorageUnusable(`Cannot use the database ${name}: ${known ?? original.message}`, {
    cause: original,
  })
}
