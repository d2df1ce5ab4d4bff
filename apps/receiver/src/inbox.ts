import { DatabaseSync } from 'node:sqlite'

/** A delivery that was acknowledged and is still to be worked on. */
export interface Waiting {
  id: string
  /** The signed JSON text. */
  body: string
  /** How often working on it has failed. */
  failures: number
}

/** Keeps acknowledged deliveries: when `accept` returns, the delivery survives a crash. */
export interface Inbox {
  /** Stores a delivery under its id. False: it is known already, so there is nothing to do. */
  accept(id: string, body: string): boolean
  /** The oldest delivery that waits and has failed less than `maxFailures` times. */
  next(maxFailures: number): Waiting | undefined
  done(id: string): void
  failed(id: string): void
  close(): void
}

/**
 * An inbox in an SQLite file. The ids stay after the work is done. An id is the same in every retry, so a repeated
 * delivery is recognised.
 *
 * @param file path of the database, or `:memory:`
 */
export function openInbox(file: string): Inbox {
  const db = new DatabaseSync(file)
  // FULL: an acknowledged delivery must still be stored after a power cut.
  db.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table if not exists deliveries (
      seq integer primary key autoincrement,
      id text not null unique,
      body text not null,
      failures integer not null default 0,
      done integer not null default 0
    );
    create index if not exists waiting on deliveries (seq) where done = 0;
  `)
  const insert = db.prepare('insert into deliveries (id, body) values (?, ?) on conflict (id) do nothing')
  const oldest = db.prepare(
    'select id, body, failures from deliveries where done = 0 and failures < ? order by failures, seq limit 1',
  )
  const finish = db.prepare('update deliveries set done = 1 where id = ?')
  const fail = db.prepare('update deliveries set failures = failures + 1 where id = ?')

  return {
    accept: (id, body) => insert.run(id, body).changes === 1,
    next: (maxFailures) => oldest.get(maxFailures) as Waiting | undefined,
    done: (id) => void finish.run(id),
    failed: (id) => void fail.run(id),
    close: () => db.close(),
  }
}
