import type { ColumnDataType, CreateTableBuilder, RawBuilder } from 'kysely'

/** The differences between the two dialects, so each migration is written once. */
export interface Columns {
  /** Text that compares and sorts byte by byte in both, whatever the locale of the server. */
  text: ColumnDataType | RawBuilder<unknown>
  /** Whole numbers up to 2^53: milliseconds, minor units, counts and flags. */
  integer: ColumnDataType
  /** Several nodes use the database at once. */
  shared: boolean
  /**
   * Adds the column `seq`, which numbers rows in the order in which they are written, never the same number twice, and
   * makes `key` what identifies a row. Call it first: SQLite wants `seq` in front.
   */
  numbered: <Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
    key: readonly string[],
  ) => CreateTableBuilder<Table, Column | 'seq'>
  /** Whether this error says that a table is not there. */
  isMissingTable: (error: unknown) => boolean
  /** Last step of a table. `clustered`: stored in the order of its primary key, for narrow rows. */
  finish: <Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
    options?: { clustered?: boolean },
  ) => CreateTableBuilder<Table, Column>
}
