import { Pool } from 'pg'
import type { OpenStorageOptions } from '../open-options.ts'
import { type PostgresConfig, withSettings } from './config.ts'

export interface Pools {
  /** For transactions, and for whatever is asked now and then. */
  pool: Pool
  /**
   * For statements that are prepared once, each of which has one good way through one index, whatever its values. Left
   * to itself, PostgreSQL plans most of them anew with each run, since it takes a `limit` that it does not know for a
   * tenth of the table: a look-up by key cost it 107 µs instead of 47, a page 320 instead of 207, and more on divided
   * tables.
   */
  hot: Pool
}

/** @param config how to connect */
export function openPools(options: OpenStorageOptions, config: PostgresConfig): Pools {
  const most = options.maxConnections ?? 10
  const open = (settings: PostgresConfig, max: number): Pool => {
    const pool = new Pool({ ...settings, max })
    // Without listeners an error of a connection, idle or in use, would end the process. Its query reports it anyway.
    pool.on('error', (error) => options.logger?.warn({ err: error }, 'a connection to PostgreSQL was lost'))
    pool.on('connect', (client) => void client.on('error', () => {}))
    return pool
  }
  const half = Math.max(1, Math.floor(most / 2))
  return {
    pool: open(config, half),
    hot: open(withSettings(config, ['plan_cache_mode=force_generic_plan', 'enable_hashjoin=off']), half),
  }
}
