// A small hostel: bookings of one to five nights, one with a gap in its stay, and some payments.
import { createHash } from 'node:crypto'

/** The same id for the same words, so that every start has the same hostel. */
function idOf(...words) {
  const hex = createHash('sha256').update(words.join(' ')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const day = (offset) => new Date(Date.UTC(2026, 5, 1 + offset)).toISOString().slice(0, 10)
const statuses = ['confirmed', 'paid', 'new', 'cancelled']

export function seed(count = 24) {
  const bookings = Array.from({ length: count }, (_, index) => {
    const guest = idOf('guest', index % 9)
    const nights = Array.from({ length: 1 + (index % 5) }, (_night, at) => index * 2 + at)
    // Somebody leaves for two nights in the middle of the stay.
    if (index === 7) nights.splice(1, 1, nights[0] + 3)
    const created = new Date(Date.UTC(2026, 3, 1 + index, 9, 30)).toISOString()
    const stay_dates = nights.map((night) => ({
      date: day(night),
      amount: 2_400 + (index % 4) * 350,
      room: idOf('room', index % 6),
      bed: idOf('bed', index % 24),
    }))
    return {
      id: idOf('booking', index),
      status: statuses[index % statuses.length],
      total: stay_dates.reduce((sum, { amount }) => sum + amount, 0),
      created,
      updated: created,
      paidDays: index % 3,
      description: index % 2 === 0 ? 'Arrives late' : '',
      guest: {
        id: guest,
        first_name: ['Ana', 'Ben', 'Chidi'][index % 3],
        last_name: ['Silva', 'Okafor', 'Novák'][index % 3],
        email: `guest${index % 9}@example.com`,
        phone: `+35191000000${index % 9}`,
      },
      stay_dates,
    }
  })
  const payments = bookings.slice(0, 9).map((booking, index) => ({
    id: idOf('payment', index),
    bid: index % 3 === 2 ? null : booking.id,
    gid: index % 3 === 1 ? null : booking.guest.id,
    amount: `${20 + index}.5000`,
    paymentMethod: ['Cash', 'POS', 'OTA'][index % 3],
    type: index === 4 ? 'outgoing' : 'income',
    description: index % 2 === 0 ? null : 'At the desk',
    name: 'Client API Payment',
    date: new Date(Date.UTC(2026, 4, 28 - index, 12)).toISOString(),
    status: true,
  }))
  return { bookings, payments }
}
