import { expect, it } from 'vitest'
import { openLab } from '../../../test/kit/delivery-lab.ts'
import { removeBareEvents } from './retention.ts'

it('of events without deliveries only those are removed that are named', async () => {
  await using lab = await openLab()
  const { storage, propertyId: property_id } = lab
  const made = { property_id, type: 'payment.created', data: '{}', created_at: 1 }
  await storage.write((tx) =>
    tx
      .insertInto('events')
      .values(['a', 'b', 'c'].map((id) => ({ ...made, id })))
      .execute(),
  )
  const events = () =>
    storage.db.selectFrom('events').select(['id', 'seq']).where('created_at', '=', 1).execute()
  const seqs = (await events()).filter(({ id }) => id !== 'b').map(({ seq }) => seq)
  expect(await storage.write((tx) => removeBareEvents(storage, tx, property_id, seqs))).toBe(2)
  expect((await events()).map(({ id }) => id)).toEqual(['b'])
})
