import type { Db } from '../storage.ts'

const FIRST_PROPERTY = 'first_property'

/**
 * The id of the property that a new database starts with: the one given, or the one that another node has claimed before.
 * On PostgreSQL, a second claim waits for the first one's transaction.
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

/** Whether anything was ever booked or paid here: seeding fills an empty database only. */
export async function holdsData(db: Db): Promise<boolean> {
  const booking = await db.selectFrom('bookings').select('id').limit(1).executeTakeFirst()
  if (booking) return true
  return (await db.selectFrom('payments').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Gives a database that was emptied its clock again, and the moment from which it counts as new. */
export async function insertClock(tx: Db, value: string, createdAt: number): Promise<void> {
  await tx
    .insertInto('meta')
    .values([
      { key: 'clock', value },
      { key: 'created_at', value: JSON.stringify(createdAt) },
    ])
    .execute()
}

/** Puts another stored clock in place of the one that there is, and returns that. */
export async function swapClock(tx: Db, value: string): Promise<string | undefined> {
  const row = await tx.selectFrom('meta').select('value').where('key', '=', 'clock').executeTakeFirst()
  await tx.updateTable('meta').set({ value }).where('key', '=', 'clock').execute()
  return row?.value
}

/** The virtual now of a stored clock, in milliseconds; undefined when it is none. */
export function storedNow(value: string, real: number): number | undefined {
  try {
    const state = JSON.parse(value) as Partial<{ mode: string; now: number; offset: number }>
    const now = state.mode === 'manual' ? state.now : real + (state.offset ?? Number.NaN)
    return Number.isFinite(now) ? now : undefined
  } catch {
    return undefined
  }
}
