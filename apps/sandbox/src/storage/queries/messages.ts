import type { Insertable } from 'kysely'
import type { MessageTable } from '../schema.ts'
import type { Db } from '../storage.ts'

export async function insertMessage(tx: Db, row: Insertable<MessageTable>): Promise<void> {
  await tx.insertInto('messages').values(row).execute()
}

/** The thread of the booking's latest message. */
export async function findThread(db: Db, propertyId: string, bookingId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('messages')
    .select('thread_id')
    .where('property_id', '=', propertyId)
    .where('booking_id', '=', bookingId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.thread_id
}
