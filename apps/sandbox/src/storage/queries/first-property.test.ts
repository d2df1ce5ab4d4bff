import { expect, it } from 'vitest'
import { freshDatabase, openForTest } from '../../../test/kit/databases.ts'
import { holdsData } from './first-property.ts'

it('bookings alone are data, and so are payments alone; guests are none', async () => {
  const { db, write } = await openForTest(await freshDatabase('memory'))
  const [property_id, guest_id] = ['p', 'g']
  await write(async (tx) => {
    await tx.insertInto('properties').values({ id: property_id, name: 'P', created_at: 1 }).execute()
    const guest = { id: guest_id, first_name: '', last_name: '', email: '', phone: '' }
    await tx
      .insertInto('guests')
      .values({ ...guest, property_id })
      .execute()
  })
  expect(await holdsData(db)).toBe(false)
  await write(async (tx) => {
    const booking = { property_id, id: 'b', guest_id, status: 'new', created: 1, json: '{}' }
    await tx.insertInto('bookings').values(booking).execute()
  })
  expect(await holdsData(db)).toBe(true)
  await write(async (tx) => {
    await tx.deleteFrom('bookings').execute()
    await tx.insertInto('payments').values({ property_id, id: 'y', date: 1, status: 1, json: '{}' }).execute()
  })
  expect(await holdsData(db)).toBe(true)
})
