import type { Booking } from '@svc/models'
import type { BookingRow, StayGap } from './queries/bookings.ts'

/** A booking as it is stored: its JSON, and the columns that queries filter by. */
export function toBookingRow(
  propertyId: string,
  booking: Booking,
  json = JSON.stringify(booking),
): { row: BookingRow; gaps: StayGap[] } {
  const nights = nightsOf(booking)
  return {
    row: {
      property_id: propertyId,
      id: booking.id,
      guest_id: booking.guest.id,
      status: booking.status,
      created: Date.parse(booking.created),
      first_night: nights[0] ?? null,
      last_night: nights.at(-1) ?? null,
      json,
    },
    gaps: gapsBetween(nights),
  }
}

/** Each night once, in order: they come that way as a rule. */
function nightsOf({ stay_dates }: Booking): string[] {
  const nights: string[] = []
  for (const { date } of stay_dates) {
    const last = nights.at(-1)
    if (last !== undefined && date < last) {
      return [...new Set(stay_dates.map((night) => night.date))].toSorted()
    }
    if (date !== last) nights.push(date)
  }
  return nights
}

const dayMs = 86_400_000

function gapsBetween(nights: readonly string[]): StayGap[] {
  const [first = '', last = ''] = [nights[0], nights.at(-1)]
  if (nights.length < 2 || Date.parse(last) - Date.parse(first) === (nights.length - 1) * dayMs) return []
  return nights.flatMap((night, index) => {
    const next = nights[index + 1]
    const isGap = next !== undefined && Date.parse(next) - Date.parse(night) > dayMs
    return isGap ? { after_night: night, before_night: next } : []
  })
}
