import { createHash, randomInt } from 'node:crypto'

/** The noon that ends the night of a date. */
const checkout = (date) => Date.parse(`${date}T12:00:00Z`) + 24 * 3600_000
const checkin = (date) => Date.parse(`${date}T14:00:00Z`)

/** Who may open which room, and when. In memory here: keep it in your database. */
export function createCodes() {
  const codes = new Map()

  /** True when an event is newer than what is known of its booking. */
  const isNews = ({ created_at, data }) => !(codes.get(data.bookingId)?.at >= created_at)

  return {
    /** What an event means for the doors. Says what happened, for the log. */
    apply(event) {
      const { bookingId } = event.data
      if (!isNews(event)) return `booking ${bookingId}: old news`
      const known = codes.get(bookingId)

      if (event.type === 'booking.cancelled' || event.data.status === 'cancelled') {
        codes.set(bookingId, { at: event.created_at })
        return `booking ${bookingId}: no code any more`
      }
      // After a change of the status alone there are no dates: doors stay as they are.
      if (!('dates' in event.data)) {
        codes.set(bookingId, { ...known, at: event.created_at })
        return `booking ${bookingId}: ${event.data.status}`
      }
      const nights = event.data.dates.map(({ date }) => date).toSorted()
      codes.set(bookingId, {
        at: event.created_at,
        room: event.data.room,
        from: checkin(nights[0]),
        until: checkout(nights.at(-1)),
        code: known?.code ?? String(randomInt(1_000_000)).padStart(6, '0'),
      })
      return `booking ${bookingId}: room ${event.data.room}, ${nights[0]} and ${nights.length - 1} nights more`
    },

    codeOf: (bookingId) => codes.get(bookingId)?.code,

    /** Whether a code opens a room at a moment. */
    opens(room, code, now) {
      const digest = (text) => createHash('sha256').update(text).digest('hex')
      return codes
        .values()
        .some(
          (each) =>
            each.room === room && each.from <= now && now < each.until && digest(each.code) === digest(code),
        )
    },
  }
}
