/** @param {import('@svc/models').Booking} booking */
export function guestName({ guest }) {
  return `${guest.first_name} ${guest.last_name}`.trim() || guest.email || 'Nameless guest'
}
