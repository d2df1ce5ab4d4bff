import type { Booking, Guest } from '@svc/models'
import type { BookingChanges } from '@svc/control'
import { fire } from './events.ts'
import { iso, type Property, type World } from './world.ts'

/** A booking as scripts make it: all that would be made up is given. */
export type WholeBooking = Pick<
  Booking,
  'id' | 'status' | 'created' | 'paidDays' | 'description' | 'guest' | 'stay_dates'
>

const byDate = (nights: Booking['stay_dates']) =>
  nights.toSorted((left, right) => (left.date < right.date ? -1 : left.date > right.date ? 1 : 0))
const sum = (nights: Booking['stay_dates']) => nights.reduce((total, { amount }) => total + amount, 0)

/** D17. */
const full = ({ id, status, total, stay_dates }: Booking) => ({
  bookingId: id,
  status,
  room: stay_dates[0]?.room ?? '',
  total,
  dates: stay_dates.map(({ date, amount }) => ({ date, amount })),
})

/** @returns undefined when the id is another's */
export function book(world: World, property: Property, input: WholeBooking): Booking | undefined {
  if (property.bookings.some(({ id }) => id === input.id)) return undefined
  const stay_dates = byDate(input.stay_dates)
  const booking: Booking = {
    id: input.id,
    status: input.status,
    total: sum(stay_dates),
    created: input.created,
    updated: input.created,
    paidDays: input.paidDays,
    description: input.description,
    guest: settleGuest(property, input.guest),
    stay_dates,
  }
  property.bookings.push(booking)
  fire(world, property, 'booking.created', full(booking))
  return booking
}

/** A guest is one person in all bookings: what changes in one shows in each. */
function settleGuest(property: Property, given: Partial<Guest> & { id: string }): Guest {
  const known = property.guests.find(({ id }) => id === given.id)
  const guest = { ...known, ...given } as Guest
  property.guests = [...property.guests.filter(({ id }) => id !== given.id), guest]
  for (const booking of property.bookings) if (booking.guest.id === guest.id) booking.guest = guest
  return guest
}

/** @returns undefined when there is no such booking */
export function change(
  world: World,
  property: Property,
  id: string,
  changes: BookingChanges,
): Booking | undefined {
  const booking = property.bookings.find((one) => one.id === id)
  if (!booking) return undefined
  const before = JSON.stringify({ ...booking, status: '' })
  const { status } = booking
  const { guest, stay_dates, ...plain } = changes
  if (guest) booking.guest = settleGuest(property, { ...guest, id: booking.guest.id })
  if (stay_dates) {
    booking.stay_dates = byDate(stay_dates as Booking['stay_dates'])
    booking.total = sum(booking.stay_dates)
  }
  Object.assign(booking, plain)
  const otherwise = JSON.stringify({ ...booking, status: '' }) !== before
  if (!otherwise && booking.status === status) return booking
  booking.updated = iso(world.now)
  fire(
    world,
    property,
    'booking.updated',
    otherwise ? full(booking) : { bookingId: booking.id, status: booking.status },
  )
  return booking
}

/** Once: cancelling again does nothing. @returns whether there is such a booking */
export function cancel(world: World, property: Property, id: string): boolean {
  const booking = property.bookings.find((one) => one.id === id)
  if (!booking) return false
  if (booking.status !== 'cancelled') {
    Object.assign(booking, { status: 'cancelled', updated: iso(world.now) })
    fire(world, property, 'booking.cancelled', { bookingId: id })
  }
  return true
}

/** An inbound OTA message. @returns whether there is such a booking */
export function receiveMessage(
  world: World,
  property: Property,
  message: { bookingId: string; threadId: string; content: string },
  messageId: string | undefined,
): boolean {
  if (!property.bookings.some(({ id }) => id === message.bookingId)) return false
  fire(world, property, 'message.received', { ...message, messageId })
  return true
}
