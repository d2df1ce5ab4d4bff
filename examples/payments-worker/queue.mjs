import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

/** Jobs in a file: what `add` has returned for is not lost, whatever happens to the process. */
export function openQueue(file) {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  db.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    create table if not exists jobs (
      key text primary key,            -- the idempotency key: made here, once
      payment text not null,
      state text not null default 'waiting',
      result text                      -- id of the payment, or why it was set aside
    );
  `)
  const insert = db.prepare('insert into jobs (key, payment) values (?, ?)')
  const oldest = db.prepare("select key, payment from jobs where state = 'waiting' order by rowid limit 1")
  const settle = db.prepare('update jobs set state = ?, result = ? where key = ?')
  const count = db.prepare('select count(*) as jobs from jobs where state = ?')

  return {
    add(payment) {
      const key = randomUUID()
      insert.run(key, JSON.stringify(payment))
      return key
    },
    next() {
      const job = oldest.get()
      return job && { key: job.key, payment: JSON.parse(job.payment) }
    },
    done: (key, paymentId) => settle.run('done', paymentId, key),
    setAside: (key, why) => settle.run('set aside', why, key),
    count: (state) => count.get(state).jobs,
    close: () => db.close(),
  }
}
