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

/** Gives a new database its clock. When several nodes start at once, all use the clock of the first one. */
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

/** Replaces the state by the result of `change`, and notifies all nodes. */
export function updateClock(
  storage: Storage,
  change: (stored: ClockState) => ClockState,
): Promise<ClockState> {
  return storage.write(async (tx) => {
    // Changes nothing, but locks the row: when two nodes advance at once, the second sees the result of the first.
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

/** Gives an emptied database its clock again, and the moment at which it counts as created. */
export async function insertClock(tx: Db, value: string, createdAt: number): Promise<void> {
  await tx
    .insertInto('meta')
    .values([
      { key: CLOCK, value },
      { key: CREATED_AT, value: JSON.stringify(createdAt) },
    ])
    .execute()
}

/** Replaces the stored clock and returns the previous one. */
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
