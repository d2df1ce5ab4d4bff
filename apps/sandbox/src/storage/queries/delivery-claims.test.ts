import { expect, it } from 'vitest'
import { openLab } from '../../../test/kit/delivery-lab.ts'
import { dropAllClaims } from './delivery-claims.ts'

it('claims that came with replaced rows are dropped, and nothing else of their deliveries', async () => {
  await using lab = await openLab()
  const ids = await lab.deliveries(await lab.endpoint('https://a.example/'), 2)
  const [claimed = ''] = ids
  const before = await lab.delivery(claimed)
  const claim = { lease_until: 9_999, lease_token: 'of another database' }
  await lab.storage.write(async (tx) => {
    await tx.updateTable('deliveries').set(claim).where('id', '=', claimed).execute()
    await dropAllClaims(tx)
  })
  expect(await lab.delivery(claimed)).toEqual(before)
})
