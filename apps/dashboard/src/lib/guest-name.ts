import type { Booking } from '@svc/models'
import { s } from '../i18n/strings.ts'

export function guestName({ guest }: Pick<Booking, 'guest'>): string {
  return `${guest.first_name} ${guest.last_name}`.trim() || guest.email || s.bookings.nameless
}
