import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { freshDatabase, openForTest } from '../../../test/kit/databases.ts'

it('statements walk indexes, and the server compiles none of them', async () => {
  const { db } = await openForTest(await freshDatabase('postgres'))
  const names = ['enable_bitmapscan', 'enable_seqscan', 'enable_sort', 'jit']
  const { rows } = await sql<{ setting: string }>`
    select setting from pg_settings where name in (${sql.join(names)})`.execute(db)
  expect(rows).toEqual(names.map(() => ({ setting: 'off' })))
})
