import type { Db, Storage } from './storage.ts'

/** The virtual clock as it is stored in `meta`. Times in milliseconds. */
export type ClockState = { mode: 'manual'; now: number } | { mode: 'real'; offset: number }

/** The virtual now of a clock in this state, at `real` of the machine. */
export function virtualNow(state: ClockState, real: number): number {
  return state.mode === 'manual' ? state.now : real + state.offset
}

const CLOCK = 'clock'
const CREATED_AT = 'created_at'

export async function readClock(db: Db): Promise<ClockState | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', CLOCK).executeTakeFirst()
  return row && (JSON.parse(row.value) as ClockState)
}

/** When the database was made, on its virtual clock; undefined before it has a clock. */
export async function readCreatedAt(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('meta').select('value').where('key', '=', CREATED_AT).executeTakeFirst()
  return row && Number(row.value)
}

/** Gives a new database its clock. Of several nodes that start at once, the first one's counts for all. */
export function initialiseClock(storage: Storage, state: ClockState, createdAt: number): Promise<ClockState> {
  return storage.write(async (tx) => {
    await tx
      .insertInto('meta')
      .values([
        { key: CLOCK, value: JSON.stringify(state) },
        { key: CREATED_AT, value: JSON.stringify(createdAt) },
      ])
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
    return (await readClock(tx)) ?? state
  })
}

/** Replaces the state by what `change` makes of the stored one, and tells all nodes. */
export function updateClock(
  storage: Storage,
  change: (stored: ClockState) => ClockState,
): Promise<ClockState> {
  return storage.write(async (tx) => {
    // Changes nothing, and locks the row: of two nodes that advance at once, the second sees what the first made.
    const row = await tx
      .updateTable('meta')
      .set((expression) => ({ value: expression.ref('value') }))
      .where('key', '=', CLOCK)
      .returning('value')
      .executeTakeFirstOrThrow()
    const next = change(JSON.parse(row.value) as ClockState)
    await tx
      .updateTable('meta')
      .set({ value: JSON.stringify(next) })
      .where('key', '=', CLOCK)
      .execute()
    await storage.notify(tx, 'clock')
    return next
  })
}

/** Gives a database that was emptied its clock again, and the moment from which it counts as new. */
export async function insertClock(tx: Db, value: string, createdAt: number): Promise<void> {
  await tx
    .insertInto('meta')
    .values([
      { key: CLOCK, value },
      { key: CREATED_AT, value: JSON.stringify(createdAt) },
    ])
    .execute()
}

/** Puts another stored clock in place of the one that there is, and returns that. */
export async function swapClock(tx: Db, value: string): Promise<string | undefined> {
  const row = await tx.selectFrom('meta').select('value').where('key', '=', CLOCK).executeTakeFirst()
  await tx.updateTable('meta').set({ value }).where('key', '=', CLOCK).execute()
  return row?.value
}

/** The virtual now of a stored clock, in milliseconds; undefined when it is none. */
export function storedNow(value: string, real: number): number | undefined {
  try {
    const now = virtualNow(JSON.parse(value) as ClockState, real)
    return Number.isFinite(now) ? now : undefined
  } catch {
    return undefined
  }
}
