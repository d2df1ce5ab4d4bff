import { type RawBuilder, sql } from 'kysely'

/** What `sort` of the control API asks for: `status`, `-created_at`. @param time of which the latest comes first by default */
export function fieldToSort(sort: string | undefined, time: string): { field: string; down: boolean } {
  return { field: sort?.replace(/^-/, '') ?? time, down: sort === undefined || sort.startsWith('-') }
}

/**
 * The order of a list as the control API names it (`status`, `-created_at`): what has no value comes last whichever way,
 * and among equals the newest first. Time is the order in which rows were written, which has an index.
 *
 * @param time the field that stands for the order of writing
 * @default newest first
 */
export function sorted(table: string, sort: string | undefined, time: string): RawBuilder<unknown> {
  const { field, down } = fieldToSort(sort, time)
  const direction = sql.raw(down ? 'desc' : 'asc')
  const seq = sql.ref(`${table}.seq`)
  if (field === time) return sql`${seq} ${direction}`
  const column = sql.ref(`${table}.${field}`)
  return sql`case when ${column} is null then 1 else 0 end, ${column} ${direction}, ${seq} desc`
}
