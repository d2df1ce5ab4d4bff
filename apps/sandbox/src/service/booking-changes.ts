import type { Booking, StayDate } from '@svc/models'
import type { BookingChanges, BookingInput } from '@svc/control'
import {
  bookingIdTaken,
  changeBooking,
  findBooking,
  findRoom,
  insertBooking,
  lockBooking,
  replaceStayDates,
} from '../storage/queries/bookings.ts'
import { type GuestRow, changeGuest, findGuest, insertGuest } from '../storage/queries/guests.ts'
import type { Db } from '../storage/storage.ts'
import { believableGuest, believableNights, dice } from './believable.ts'
import { toBooking } from './bookings.ts'
import type { ServiceContext } from './context.ts'
import { invalid, notFound } from './errors.ts'
import { fireEvent } from './events.ts'
import { getProperty } from './properties.ts'
import { readId } from './wire.ts'

/** `data` of `booking.created` and of the full `booking.updated` (spec 6): the room is the first night's (D17). */
function bookingData(booking: Booking) {
  return {
    bookingId: booking.id,
    status: booking.status,
    room: booking.stay_dates[0]?.room ?? '',
    total: booking.total,
    dates: booking.stay_dates.map(({ date, amount }) => ({ date, amount })),
  }
}

const sumOf = (nights: readonly { amount: number }[]) => nights.reduce((sum, { amount }) => sum + amount, 0)

/** Nights in the order of their dates, each in a room and bed: the one given, else one that the property has. */
async function fillNights(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  nights: NonNullable<BookingInput['stay_dates']>,
  home?: { room: string; bed: string },
): Promise<StayDate[]> {
  const { runtime } = context
  const { room, bed } = home ??
    (await findRoom(tx, propertyId)) ?? { room: runtime.uuid(), bed: runtime.uuid() }
  return nights
    .map((night) => ({
      date: night.date,
      amount: night.amount,
      room: night.room ?? room,
      bed: night.bed ?? bed,
    }))
    .toSorted((left, right) => (left.date < right.date ? -1 : left.date > right.date ? 1 : 0))
}

const toRows = (bookingId: string, nights: readonly StayDate[]) =>
  nights.map(({ date, amount, room, bed }, position) => ({
    booking_id: bookingId,
    position,
    date,
    amount,
    room: room.toLowerCase(),
    bed: bed.toLowerCase(),
  }))

/** The guest to link: a known one with the given fields changed, or a new one. */
async function settleGuest(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  given: NonNullable<BookingInput['guest']>,
): Promise<GuestRow> {
  const { id: givenId, ...fields } = given
  const id = givenId?.toLowerCase()
  const known = id === undefined ? undefined : await findGuest(tx, id)
  if (known) {
    if (known.property_id !== propertyId) {
      throw invalid([{ path: 'guest.id', message: 'belongs to somebody else already' }])
    }
    const after = { ...known, ...fields }
    await changeGuest(tx, known.id, after)
    return after
  }
  const guest = {
    ...believableGuest(dice(context.runtime)),
    ...fields,
    id: id ?? context.runtime.uuid(),
    property_id: propertyId,
  }
  await insertGuest(tx, guest)
  return guest
}

function readTime(path: string, text: string | undefined, fallback: number): number {
  const ms = text === undefined ? fallback : Date.parse(text)
  if (Number.isNaN(ms)) throw invalid([{ path, message: 'must be an ISO 8601 timestamp' }])
  return ms
}

/**
 * Creates a booking and fires `booking.created` (spec 6, D17). Whatever is not given becomes something believable.
 *
 * @throws ServiceError `not_found` for an unknown property; `validation_error` for an id that is taken
 */
export async function createBooking(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  input: BookingInput = {},
): Promise<Booking> {
  const property = await getProperty(tx, propertyId)
  const id = input.id?.toLowerCase() ?? context.runtime.uuid()
  if (input.id !== undefined && (await bookingIdTaken(tx, id))) {
    throw invalid([{ path: 'id', message: 'is the id of another booking already' }])
  }
  const now = context.runtime.clock.now()
  const created = readTime('created', input.created, now)
  const guest = await settleGuest(context, tx, property.id, input.guest ?? {})
  const nights = input.stay_dates ?? believableNights(dice(context.runtime), now)
  const stayDates = toRows(id, await fillNights(context, tx, property.id, nights))
  const booking = {
    id,
    property_id: property.id,
    guest_id: guest.id,
    status: input.status ?? 'confirmed',
    total: input.total ?? sumOf(stayDates),
    created,
    updated: readTime('updated', input.updated, created),
    paidDays: input.paidDays ?? 0,
    description: input.description ?? '',
  }
  await insertBooking(tx, booking, stayDates)
  const made = toBooking({ booking, guest, stay_dates: stayDates })
  await fireEvent(context, tx, {
    property_id: property.id,
    type: 'booking.created',
    data: bookingData(made),
  })
  return made
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

/**
 * Changes the given fields of a booking (D17). What fires is `booking.updated`: in its short shape when the status alone
 * differs afterwards, in full when anything else does, not at all when nothing does. New nights without a total make a
 * new total.
 *
 * @throws ServiceError `not_found`; `validation_error` for a guest of another property
 */
export async function updateBooking(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  bookingId: string,
  changes: BookingChanges,
): Promise<Booking> {
  const id = readId(bookingId)
  const found = id && (await lockBooking(tx, propertyId, id)) && (await findBooking(tx, propertyId, id))
  if (!found) throw notFound('booking', bookingId)
  const before = toBooking(found)
  const { id: guestId, ...guestFields } = changes.guest ?? {}
  const guest = changes.guest
    ? await settleGuest(context, tx, propertyId, { id: guestId ?? found.guest.id, ...guestFields })
    : found.guest
  const [home] = before.stay_dates
  const stay_dates = changes.stay_dates
    ? toRows(found.booking.id, await fillNights(context, tx, propertyId, changes.stay_dates, home))
    : found.stay_dates
  const newTotal = changes.stay_dates ? sumOf(stay_dates) : found.booking.total
  const booking = {
    ...found.booking,
    guest_id: guest.id,
    status: changes.status ?? found.booking.status,
    total: changes.total ?? newTotal,
    paidDays: changes.paidDays ?? found.booking.paidDays,
    description: changes.description ?? found.booking.description,
  }
  const unstamped = toBooking({ booking, guest, stay_dates })
  if (same(unstamped, before)) return before

  booking.updated = context.runtime.clock.now()
  const { guest_id, status, total, paidDays, description, updated } = booking
  await changeBooking(tx, booking.id, { guest_id, status, total, paidDays, description, updated })
  if (changes.stay_dates) await replaceStayDates(tx, booking.id, stay_dates)
  const after = toBooking({ booking, guest, stay_dates })
  const statusAlone = same({ ...unstamped, status: before.status }, before)
  await fireEvent(context, tx, {
    property_id: propertyId,
    type: 'booking.updated',
    data: statusAlone ? { bookingId: after.id, status: after.status } : bookingData(after),
  })
  return after
}

/**
 * Cancels a booking, which is what deleting one means (spec 6): status `cancelled`, and `booking.cancelled` fires. One
 * that is cancelled already stays as it is, and nothing fires.
 *
 * @throws ServiceError `not_found`
 */
export async function cancelBooking(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  bookingId: string,
): Promise<Booking> {
  const id = readId(bookingId)
  const found = id && (await lockBooking(tx, propertyId, id)) && (await findBooking(tx, propertyId, id))
  if (!found) throw notFound('booking', bookingId)
  if (found.booking.status === 'cancelled') return toBooking(found)
  const booking = { ...found.booking, status: 'cancelled', updated: context.runtime.clock.now() }
  await changeBooking(tx, booking.id, { status: booking.status, updated: booking.updated })
  await fireEvent(context, tx, {
    property_id: propertyId,
    type: 'booking.cancelled',
    data: { bookingId: booking.id },
  })
  return toBooking({ ...found, booking })
}
