import type { Connection } from './node-sqlite.ts'

/**
 * Chooses where a connection keeps what takes a savepoint back: in memory, or in a file beside the temporary files of the
 * system once it is more than 64 KB. Not inside of a transaction.
 */
export function keepUndoOf(connection: Connection): (where: 'memory' | 'file') => void {
  let chosen: 'memory' | 'file' = 'file'
  return (where) => {
    if (where === chosen) return
    connection.exec(`pragma temp_store = ${where === 'memory' ? 'memory' : 'default'}`)
    chosen = where
  }
}
