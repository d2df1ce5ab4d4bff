import { expect, it } from 'vitest'
import { postgresConfig } from './config.ts'
import { openPools } from './pools.ts'

it('a connection that is lost while nobody uses it is a warning, and ends no process', async () => {
  const lines: string[] = []
  const take = (_details: object, message: string) => void lines.push(message)
  const logger = { info: take, warn: take, error: take }
  const options = { database: 'postgres://nowhere.invalid/x', logger, maxConnections: 7 }
  const pools = openPools(options, postgresConfig(options))
  expect([pools.pool.options.max, pools.hot.options.max]).toEqual([3, 3])
  for (const pool of [pools.pool, pools.hot]) {
    expect(() => pool.emit('error', new Error('gone'))).not.toThrow()
    await pool.end()
  }
  expect(lines).toEqual(['a connection to PostgreSQL was lost', 'a connection to PostgreSQL was lost'])
})
