import { expect, it } from 'vitest'
import { freshDatabase, openForTest } from '../../../test/kit/databases.ts'
import { replaceStoredSecrets, selectStoredSecrets } from './sealed-secrets.ts'

it('a secret that was rotated since it was read stays as it is', async () => {
  const { db, write } = await openForTest(await freshDatabase('memory'))
  await write(async (tx) => {
    await tx.insertInto('properties').values({ id: 'p', name: 'P', created_at: 1 }).execute()
    const endpoint = { property_id: 'p', url: 'https://example.com/', events: '[]', is_active: 1 }
    const rows = ['a', 'b'].map((id) => ({ ...endpoint, id, secret: id, created_at: 1, updated_at: 1 }))
    await tx.insertInto('webhook_endpoints').values(rows).execute()
  })
  const read = await selectStoredSecrets(db, 0, 9)
  await write(async (tx) => {
    await tx.updateTable('webhook_endpoints').set({ secret: 'rotated' }).where('id', '=', 'a').execute()
    for (const from of read) {
      await replaceStoredSecrets(tx, from, { secret: `sealed ${from.secret}`, previous_secret: null })
    }
  })
  expect((await selectStoredSecrets(db, 0, 9)).map(({ secret }) => secret)).toEqual(['rotated', 'sealed b'])
})
