import { type ClientConfig, types } from 'pg'
import { StorageUnusable } from '../errors.ts'
import type { OpenStorageOptions } from '../open-options.ts'
import { type PostgresClient, postgresClient, readPostgresTarget } from './hosts.ts'

/** Oids of int8 and numeric. */
const wholeNumbers = [20, 1700]

/**
 * Every list here has an index in its order. Right after a bulk load, before autovacuum has looked at the table, the
 * planner takes a property for 1/200 of it and sorts what it finds, for each page anew: 200,000 payments took 33 s instead
 * of one. It may still sort and scan where there is no other way.
 */
const walkIndexes = ['enable_sort=off', 'enable_bitmapscan=off', 'enable_seqscan=off']

/**
 * Before version 18, what is switched off above is a cost of ten thousand million wherever it cannot be done without. A
 * server that compiles dear statements then compiles each run of the smallest: a payment took 1.5 s on version 15, and 7 ms
 * without.
 */
const noCompiling = 'jit=off'

/** How to connect, and what makes the connections. */
export interface PostgresConfig extends ClientConfig {
  Client: PostgresClient
}

/**
 * How to connect. With the limits, no statement, lock or forgotten transaction holds a connection without end:
 * 30 s for a statement on the server, a little more on this side for a server that has gone silent.
 */
export function postgresConfig(options: OpenStorageOptions): PostgresConfig {
  const target = readPostgresTarget(options.database)
  const { url } = target
  const settings = [...walkIndexes, noCompiling]
  if (options.schema !== undefined) {
    if (!/^[a-z_][a-z0-9_]{0,50}$/.test(options.schema)) {
      throw new StorageUnusable(
        `"${options.schema}" cannot be a schema: use a–z, 0–9 and _, 51 characters at most`,
      )
    }
    settings.push(`search_path=${options.schema}`)
  }
  return {
    Client: postgresClient(target),
    connectionString: setBefore(url, settings),
    application_name: `svc-sandbox ${options.role ?? 'all'}`,
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
    query_timeout: 35_000,
    lock_timeout: options.lockTimeoutMs ?? 5000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: {
      // Times, amounts and counts stay far below 2^53, and are numbers in SQLite.
      getTypeParser: (oid, format) =>
        wholeNumbers.includes(oid) ? Number : types.getTypeParser(oid, format ?? 'text'),
    },
  }
}

/** The same with further settings of the server, below those that the address has itself. */
export function withSettings(config: PostgresConfig, settings: readonly string[]): PostgresConfig {
  return { ...config, connectionString: setBefore(new URL(config.connectionString ?? ''), settings) }
}

function setBefore(url: URL, settings: readonly string[]): string {
  const given = url.searchParams.get('options')
  const own = settings.map((setting) => `-c ${setting}`).join(' ')
  url.searchParams.set('options', given ? `${own} ${given}` : own)
  return url.toString()
}

/** For messages: without the password. */
export const postgresName = (database: string): string => readPostgresTarget(database).name
