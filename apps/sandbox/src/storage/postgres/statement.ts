import { createHash } from 'node:crypto'
import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { cleanText } from '../clean-text.ts'

const names = new Map<string, string>()
/** Raised when tables have changed: a name stands for a statement with the columns of its time. */
let generation = 0

/**
 * Runs a statement that each connection parses once and then knows by its name. For texts of which there are few: the
 * server keeps them for as long as the connection lasts. Where a newer node has added a column meanwhile (D28), the
 * server refuses what was parsed before; then it is parsed anew. Nothing was done by a statement that is refused so.
 */
export async function runNamed<Row extends QueryResultRow>(
  pool: Pick<Pool, 'query'>,
  text: string,
  values: readonly unknown[],
): Promise<QueryResult<Row>> {
  const used = generation
  try {
    return await pool.query<Row>(named(text, values))
  } catch (error) {
    // By the name of its place in PostgreSQL: the code means other things too, and the text is in the server's language.
    if ((error as { routine?: unknown } | null)?.routine !== 'RevalidateCachedQuery') throw error
    if (used === generation) {
      generation += 1
      names.clear()
    }
    return await pool.query<Row>(named(text, values))
  }
}

function named(text: string, values: readonly unknown[]): QueryConfig {
  let name = names.get(text)
  if (name === undefined) {
    name = `svc ${createHash('sha256').update(`${generation} ${text}`).digest('base64url').slice(0, 20)}`
    names.set(text, name)
  }
  return { name, text, values: values.map((value) => (typeof value === 'string' ? cleanText(value) : value)) }
}
