import type { InsertObject, Kysely, Selectable } from 'kysely'
import type { DeliveryOffer, DeliveryWork } from './delivery-work.ts'
import type { RateCounts } from './rate-counts.ts'
import type { IdempotencyTable, PaymentTable, Schema } from './schema.ts'

/** Where queries run: outside a transaction, or inside the one that `write` opened. */
export type Db = Kysely<Schema>

/**
 * Inserts rows that have the same columns, as they are: no text of them holds U+0000.
 *
 * @param propertyId of all rows
 * @param otherwise what happens to rows that are there already, in SQL. @default it fails
 */
export type InsertInBulk = <Table extends keyof Schema>(
  table: Table,
  propertyId: string,
  rows: readonly InsertObject<Schema, Table>[],
  otherwise?: string,
) => void

/** A payment with all that commits with it, made before anything is written. */
export interface PaymentAtOnce {
  /** The record of its answer. Its `created_at` is the moment of payment and event too. */
  record: Selectable<IdempotencyTable>
  payment: Omit<Selectable<PaymentTable>, 'seq'>
  event: {
    id: string
    type: string
    data: string
    /** What follows the id in the JSON of each delivery. */
    envelope: string
    traceparent: string | null
  }
  /** Its deliveries are born claimed by this node, and handed to it. @default they wait in the queue */
  offer?: DeliveryOffer | undefined
}

/**
 * A notification to other nodes, and to other parts of this one, after a commit. Nobody sends `bookings`: SQLite tells it
 * by itself, with each commit that may have changed them, and PostgreSQL never.
 */
export type Channel = 'deliveries' | 'clock' | 'access' | 'bookings'

/**
 * A database, whatever its dialect. Queries are Kysely and live in `storage/queries/`; only `sqlite.ts` and
 * `postgres.ts` know a dialect.
 */
export interface Storage extends DeliveryWork {
  readonly kind: 'memory' | 'sqlite' | 'postgres'
  /**
   * Parts into which the tables that grow are divided by property; 0: they are whole. Where they are divided, a query
   * that does not name a property asks every part.
   */
  readonly partitions: number

  /** For reads, outside of `write`. Sees what has been committed. Refuses changes. */
  readonly db: Db

  /**
   * Runs `work` in one transaction. Resolves when it is durable; rejects, with nothing written, when `work` rejects.
   * Concurrent writers on SQLite share one commit, so `work` must await nothing but its own queries, and may run again
   * from the start on PostgreSQL after a serialisation failure. A query that fails ends its transaction, also when
   * `work` goes on.
   *
   * Rejects with a {@link StorageConflict} for a row that breaks a rule of the tables, a {@link StorageBusy} when
   * another writer holds on for too long, a {@link StorageUnavailable} when the database does not answer or has no
   * room.
   */
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>

  /**
   * Writes a payment with all that belongs to it: on PostgreSQL in one statement, as each statement of a transaction costs
   * a round trip, on SQLite without a transaction's way through Kysely. Resolves with false, and nothing written, when it
   * has to go the long way: its key was used, or what it links to is not there.
   */
  recordPayment(made: PaymentAtOnce): Promise<boolean>

  /** Inside a transaction: skip rows that another node has locked. Means nothing on SQLite, which has one writer. */
  skipLocked<Query>(query: Query): Query

  /** Inside a transaction: deletes every row of these tables, those that refer to others first. */
  emptyTables(tx: Db, tables: readonly (keyof Schema)[]): Promise<void>
  /** Inside a transaction, after rows came with their own `seq`: later rows of these tables get higher ones. */
  raiseSequences(tx: Db, tables: readonly (keyof Schema)[]): Promise<void>

  /**
   * Runs `work` in one transaction that fills these tables with more than they hold, and makes their indexes at its end.
   * Others can neither read nor write meanwhile, so it is for a database that nobody else uses. Not there where it brings
   * nothing.
   */
  load?:
    | (<T>(
        tables: readonly (keyof Schema)[],
        work: (tx: Db, insert: InsertInBulk) => Promise<T>,
      ) => Promise<T>)
    | undefined

  /** Counts for the rate limiter, shared by all that use the database where several nodes can. */
  rateCounts(limit: number): RateCounts

  /**
   * Calls every listener on every node after the transaction has committed (at once, outside of one).
   *
   * @param from outside of a transaction: who tells it. The listeners of this node get it, to pass over what they tell
   * themselves
   */
  notify(tx: Db, channel: Channel, from?: object): Promise<void>
  /** Listens to `notify` of all nodes, this one included. Returns a function that stops listening. */
  listen(channel: Channel, heard: (from?: object) => void): () => void
  /**
   * Whether what another node changed more than 100 ms ago has certainly been heard of. Only then may anything be
   * served from memory that other nodes can change.
   *
   * @param withinMs on an SQLite file, a shorter time in place of the 100 ms
   */
  hearsOthers(withinMs?: number): boolean

  /** Resolves when the database answers, rejects with a {@link StorageUnavailable} when it does not. */
  ping(): Promise<void>
  /** Resolves when all calls have ended and the database is closed. Safe to call again. */
  close(): Promise<void>
}
