import { Pool } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { freshSchema, postgresUrl } from '../../../test/kit/postgres.ts'
import { runNamed } from './statement.ts'

it('a statement that was parsed before a column was added is parsed anew, on each connection', async () => {
  const pool = new Pool({ connectionString: await postgresUrl(), max: 2 })
  onTestFinished(() => pool.end())
  const table = `${freshSchema()}.things`
  await pool.query(`create schema ${table.split('.')[0]}; create table ${table} (id int)`)
  await pool.query(`insert into ${table} values (1)`)
  const read = async () => {
    const both = await Promise.all(
      [1, 2].map(() => runNamed(pool, `select * from ${table} where id = $1`, [1])),
    )
    return both.map(({ rows }) => rows[0])
  }
  expect(await read()).toEqual([{ id: 1 }, { id: 1 }])
  await pool.query(`alter table ${table} add column label text default 'new'`)
  const wide = { id: 1, label: 'new' }
  // Alone: a connection that refuses is closed, and the next one knows the old statement too.
  const alone = await runNamed(pool, `select * from ${table} where id = $1`, [1])
  expect(alone.rows).toEqual([wide])
  expect(await read()).toEqual([wide, wide])
  expect(await read()).toEqual([wide, wide])
  await expect(runNamed(pool, `select * from ${table} where nothing = $1`, [1])).rejects.toThrow('nothing')
})
