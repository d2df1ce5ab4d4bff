import type { Db } from '../storage.ts'

const FIRST_PROPERTY = 'first_property'

/**
 * The id of the property that a new database starts with: the one given, or the one that another node has claimed
 * before. On PostgreSQL, a second claim waits for the first one's transaction.
 */
export async function claimFirstProperty(tx: Db, id: string): Promise<string> {
  await tx
    .insertInto('meta')
    .values({ key: FIRST_PROPERTY, value: JSON.stringify(id) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { value } = await tx
    .selectFrom('meta')
    .select('value')
    .where('key', '=', FIRST_PROPERTY)
    .executeTakeFirstOrThrow()
  return JSON.parse(value) as string
}

/** Whether there is any booking or payment: seeding fills an empty database only. */
export async function holdsData(db: Db): Promise<boolean> {
  const booking = await db.selectFrom('bookings').select('id').limit(1).executeTakeFirst()
  if (booking) return true
  return (await db.selectFrom('payments').select('id').limit(1).executeTakeFirst()) !== undefined
}
