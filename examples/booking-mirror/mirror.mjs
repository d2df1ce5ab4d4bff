import { NotFoundError } from '@svc/client'
import { DatabaseSync } from 'node:sqlite'

/** A copy of the bookings of one property in an SQLite file. */
export function openMirror(file, svc) {
  const db = new DatabaseSync(file)
  db.exec(`
    pragma journal_mode = wal;
    create table if not exists bookings (id text primary key, updated text not null, json text not null);
  `)
  // Never back to something older: events and pages may come in any order.
  const keep = db.prepare(`
    insert into bookings (id, updated, json) values (?, ?, ?)
    on conflict (id) do update set updated = excluded.updated, json = excluded.json
    where excluded.updated >= bookings.updated
  `)
  const drop = db.prepare('delete from bookings where id = ?')
  const all = db.prepare('select json from bookings order by id')

  const store = (booking) => keep.run(booking.id, booking.updated, JSON.stringify(booking))

  return {
    /** Something has happened to a booking: looks at it as it is now. */
    async refresh(id) {
      try {
        store(await svc.bookings.get(id))
      } catch (error) {
        if (!(error instanceof NotFoundError)) throw error
        drop.run(id)
      }
    },

    /** Reads everything, in pages of 100. Memory stays at one page. */
    async catchUp() {
      let read = 0
      for await (const booking of svc.bookings.list()) {
        store(booking)
        read += 1
      }
      return read
    },

    bookings: () => all.all().map(({ json }) => JSON.parse(json)),
    close: () => db.close(),
  }
}
