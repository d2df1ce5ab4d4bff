import type * as NodeSqlite from 'node:sqlite'

/**
 * Node 22 and 24 print an ExperimentalWarning when `node:sqlite` is loaded (26 does not). A user cannot act on
 * it, so this one warning is left out.
 * `getBuiltinModule` also keeps bundlers from stripping the `node:` prefix: `sqlite` without it does not exist.
 */
function loadQuietly(): typeof NodeSqlite {
  const emitWarning: unknown = Reflect.get(process, 'emitWarning')
  process.emitWarning = () => {}
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning)
  }
}

export const { DatabaseSync, backup } = loadQuietly()
export type Connection = NodeSqlite.DatabaseSync
export type Statement = NodeSqlite.StatementSync
export type Value = NodeSqlite.SQLInputValue
