import { hostelBookings } from '@svc/testing'
import { describe, expect, it } from 'vitest'
import { ascendingIds } from './ascending-ids.ts'

const made = () => {
  const ids = ascendingIds()
  const options = { seed: 3, count: 400, now: '2026-07-15T15:30:00.000Z' }
  return Array.from(hostelBookings(options), (stay) => ids.renumber(stay))
}

describe('ascendingIds', () => {
  it('are UUIDs of version 4, unique, ascending, and the same each time', () => {
    const stays = made()
    const bookings = stays.map(({ booking }) => booking.id)
    const payments = stays.flatMap((stay) => stay.payments.map(({ id }) => id))
    for (const id of [...bookings, ...payments]) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    }
    expect(new Set([...bookings, ...payments]).size).toBe(bookings.length + payments.length)
    expect(bookings).toEqual(bookings.toSorted())
    expect(made()).toEqual(stays)
  })

  it('keep links: payments and messages to their booking, returning guests to themselves', () => {
    const before = [...hostelBookings({ seed: 3, count: 400, now: '2026-07-15T15:30:00.000Z' })]
    const after = made()
    for (const { booking, payments, messages } of after) {
      expect(
        new Set([...payments.map(({ bid }) => bid), ...messages.map(({ bookingId }) => bookingId)]),
      ).toEqual(new Set(payments.length + messages.length > 0 ? [booking.id] : []))
    }
    const guests = (stays: typeof after) => stays.map(({ booking }) => booking.guest.id)
    const groups = (list: string[]) => list.map((id) => list.indexOf(id))
    expect(groups(guests(after))).toEqual(groups(guests(before)))
    expect(new Set(guests(before)).size).toBeLessThan(before.length)
  })
})
