import type { ColumnDataType, CreateTableBuilder, Kysely, RawBuilder } from 'kysely'

/** The differences between the two dialects, so each migration is written once. */
export interface Columns {
  /** Text that compares and sorts byte by byte in both, whatever the locale of the server. */
  text: ColumnDataType | RawBuilder<unknown>
  /** Whole numbers up to 2^53: milliseconds, minor units, counts and flags. */
  integer: ColumnDataType
  /** Several nodes use the database at once. */
  shared: boolean
  /** Parts into which the tables that grow are divided by property; 0: they are whole. */
  partitions: number
  /** Whether the database has tables that it does not log. */
  unlogged: boolean
  /**
   * Adds the column `seq`, which numbers rows in the order in which they are written, never the same number twice, and
   * makes `key` what identifies a row. Call it first: SQLite wants `seq` in front.
   */
  numbered: <Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
    key: readonly string[],
  ) => CreateTableBuilder<Table, Column | 'seq'>
  /** Runs statements without parameters, one after the other. */
  run: (db: Kysely<unknown>, statements: readonly string[]) => Promise<void>
  /** Whether this error says that a table is not there. */
  isMissingTable: (error: unknown) => boolean
  /**
   * Last step of a table. `clustered`: stored in the order of its primary key, for narrow rows. `spread`: it grows, and
   * is divided by property where {@link partitions} says so; then `divide` makes its parts.
   */
  finish: <Table extends string, Column extends string>(
    table: CreateTableBuilder<Table, Column>,
    options?: { clustered?: boolean; spread?: boolean },
  ) => CreateTableBuilder<Table, Column>
  /** Makes the parts of tables that were finished as `spread`. */
  divide: (db: Kysely<unknown>, tables: readonly string[]) => Promise<void>
}
