import type { Booking, Guest, StayDate } from '@svc/models'
import type { BookingChanges, BookingInput } from '@svc/control'
import { madeUpGuest } from '../seed/made-up-data.ts'
import {
  bookingExists,
  changeBookingText,
  findNewestStay,
  insertBooking,
  lockBooking,
  lockBookingsOfGuest,
  replaceBooking,
} from '../storage/queries/bookings.ts'
import { changeGuest, findGuest, insertGuest } from '../storage/queries/guests.ts'
import type { Db } from '../storage/storage.ts'
import { dice, madeUpNights } from './made-up-nights.ts'
import { toBookingRow } from '../storage/booking-row.ts'
import type { ServiceContext } from './context.ts'
import { invalid, notFound } from './errors.ts'
import { fireEvent } from './events.ts'
import { getProperty } from './properties.ts'
import { readId, timestamp } from './wire.ts'

/** `data` of `booking.created` and of the full `booking.updated`: the room is the first night's. */
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

/** A room and bed of the property, those of its newest stay: new bookings go to rooms that exist. */
async function knownRoom(tx: Db, propertyId: string): Promise<{ room: string; bed: string } | undefined> {
  const json = await findNewestStay(tx, propertyId)
  return json === undefined ? undefined : (JSON.parse(json) as Booking).stay_dates[0]
}

/** Nights in the order of their dates, each in a room and bed: those given, or some of the property. */
async function fillNights(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  nights: NonNullable<BookingInput['stay_dates']>,
  home?: { room: string; bed: string },
): Promise<StayDate[]> {
  const { runtime } = context
  const { room, bed } = home ??
    (await knownRoom(tx, propertyId)) ?? { room: runtime.uuid(), bed: runtime.uuid() }
  return nights
    .map((night) => ({
      date: night.date,
      amount: night.amount,
      room: night.room ?? room,
      bed: night.bed ?? bed,
    }))
    .toSorted((left, right) => (left.date < right.date ? -1 : left.date > right.date ? 1 : 0))
}

/** The guest to link: a known one with the given fields changed, or a new one. */
async function settleGuest(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  given: NonNullable<BookingInput['guest']>,
): Promise<Guest> {
  const { id, ...fields } = given
  const known = id === undefined ? undefined : await findGuest(tx, propertyId, id)
  if (known) {
    const after = toGuest({ ...known, ...fields })
    await changeGuest(tx, propertyId, known.id, after)
    await showGuest(tx, propertyId, after)
    return after
  }
  const guest = toGuest({
    ...madeUpGuest(Buffer.from(context.runtime.bytes(16)).toString('hex')),
    ...fields,
    id: id ?? context.runtime.uuid(),
  })
  await insertGuest(tx, { ...guest, property_id: propertyId })
  return guest
}

function toGuest({ id, first_name, last_name, email, phone }: Guest): Guest {
  return { id, first_name, last_name, email, phone }
}

/** All bookings of a guest show the present data of the guest. */
async function showGuest(tx: Db, propertyId: string, guest: Guest): Promise<void> {
  for (const { id, json } of await lockBookingsOfGuest(tx, propertyId, guest.id)) {
    const text = JSON.stringify({ ...(JSON.parse(json) as Booking), guest })
    if (text !== json) await changeBookingText(tx, propertyId, id, text)
  }
}

function readTime(path: string, text: string | undefined, fallback: number): number {
  const ms = text === undefined ? fallback : Date.parse(text)
  if (Number.isNaN(ms)) throw invalid([{ path, message: 'must be an ISO 8601 timestamp' }])
  return ms
}

/**
 * Creates a booking and fires `booking.created` (spec 6, D17). Missing fields get realistic values.
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
  const id = input.id ?? context.runtime.uuid()
  if (input.id !== undefined && (await bookingExists(tx, property.id, id))) {
    throw invalid([{ path: 'id', message: 'is the id of another booking already' }])
  }
  const now = context.runtime.clock.now()
  const created = readTime('created', input.created, now)
  const guest = await settleGuest(context, tx, property.id, input.guest ?? {})
  const nights = input.stay_dates ?? madeUpNights(dice(context.runtime), now)
  const stay_dates = await fillNights(context, tx, property.id, nights)
  const made: Booking = {
    id,
    status: input.status ?? 'confirmed',
    total: input.total ?? sumOf(stay_dates),
    created: timestamp(created),
    updated: timestamp(readTime('updated', input.updated, created)),
    paidDays: input.paidDays ?? 0,
    description: input.description ?? '',
    guest,
    stay_dates,
  }
  const { row, gaps } = toBookingRow(property.id, made)
  await insertBooking(tx, row, gaps)
  await fireEvent(context, tx, {
    property_id: property.id,
    type: 'booking.created',
    data: bookingData(made),
  })
  return made
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

/**
 * Changes the given fields of a booking (D17). `booking.updated` fires: in its short shape when the status alone
 * differs afterwards, in full when anything else differs, and not at all when nothing differs. New nights without a
 * total make a new total.
 *
 * @throws ServiceError `not_found`
 */
export async function updateBooking(
  context: ServiceContext,
  tx: Db,
  propertyId: string,
  bookingId: string,
  changes: BookingChanges,
): Promise<Booking> {
  const id = readId(bookingId)
  const found = id && (await lockBooking(tx, propertyId, id))
  if (!found) throw notFound('booking', bookingId)
  const before = JSON.parse(found.json) as Booking
  const { id: guestId, ...guestFields } = changes.guest ?? {}
  const guest = changes.guest
    ? await settleGuest(context, tx, propertyId, { id: guestId ?? before.guest.id, ...guestFields })
    : before.guest
  const [home] = before.stay_dates
  const stay_dates = changes.stay_dates
    ? await fillNights(context, tx, propertyId, changes.stay_dates, home)
    : before.stay_dates
  const newTotal = changes.stay_dates ? sumOf(stay_dates) : before.total
  const unstamped: Booking = {
    ...before,
    status: changes.status ?? before.status,
    total: changes.total ?? newTotal,
    paidDays: changes.paidDays ?? before.paidDays,
    description: changes.description ?? before.description,
    guest,
    stay_dates,
  }
  if (same(unstamped, before)) return before

  const after = { ...unstamped, updated: timestamp(context.runtime.clock.now()) }
  const { row, gaps } = toBookingRow(propertyId, after)
  await replaceBooking(tx, found, row, gaps)
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
  const found = id && (await lockBooking(tx, propertyId, id))
  if (!found) throw notFound('booking', bookingId)
  const before = JSON.parse(found.json) as Booking
  if (before.status === 'cancelled') return before
  const after = { ...before, status: 'cancelled', updated: timestamp(context.runtime.clock.now()) }
  const { row, gaps } = toBookingRow(propertyId, after)
  await replaceBooking(tx, found, row, gaps)
  await fireEvent(context, tx, {
    property_id: propertyId,
    type: 'booking.cancelled',
    data: { bookingId: after.id },
  })
  return after
}
