import type { Selectable } from 'kysely'
import { prepared, type Slots } from '../prepared.ts'
import type { EventTable } from '../schema.ts'
import type { Db } from '../storage.ts'

type NewEvent = Omit<Selectable<EventTable>, 'seq'>

const insertOne = prepared((db, value: Slots<NewEvent>) =>
  db.insertInto('events').values({
    property_id: value('property_id'),
    id: value('id'),
    type: value('type'),
    data: value('data'),
    created_at: value('created_at'),
  }),
)

export async function insertEvent(tx: Db, row: NewEvent): Promise<void> {
  await insertOne(tx, row)
}
