import { amountToMinorUnits, bookingSchema, paymentSchema, validate } from '@svc/models'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextClockChange, isoDay, isoTime, dayOf, isWeekendNight } from './days.ts'
import { hostel, hostelBookings, shapeNames } from './index.ts'
import { paidDays } from './stay.ts'

const seeds = fc.oneof(fc.integer(), fc.string())
const moments = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2031-12-31T23:59:59Z'),
  noInvalidDate: true,
})
const properties = fc.record({ seed: seeds, now: moments, bookings: fc.integer({ min: 0, max: 220 }) })
const runs = { numRuns: 40 }

const nightOf = (date: string) => dayOf(Date.parse(date))

const net = (payments: { amount: string; type: string; status: boolean }[]) =>
  payments
    .filter(({ status }) => status)
    .reduce((sum, { amount, type }) => sum + amountToMinorUnits(amount) * (type === 'outgoing' ? -1 : 1), 0)

describe('hostel', () => {
  it('is the same to the byte for the same seed, and another for another', () => {
    fc.assert(
      fc.property(properties, (options) => {
        expect(JSON.stringify(hostel(options))).toBe(JSON.stringify(hostel(options)))
      }),
      { numRuns: 10 },
    )
    expect(hostel({ seed: 1 }).bookings[0]?.id).not.toBe(hostel({ seed: 2 }).bookings[0]?.id)
  })

  it('has exactly as many bookings as asked for, all valid by the contract', () => {
    fc.assert(
      fc.property(properties, (options) => {
        const { bookings, payments } = hostel(options)
        expect(bookings).toHaveLength(options.bookings)
        for (const booking of bookings) expect(validate(bookingSchema, booking)).toMatchObject({ ok: true })
        for (const payment of payments) expect(validate(paymentSchema, payment)).toMatchObject({ ok: true })
      }),
      runs,
    )
  })

  it('sells no bed twice for a night', () => {
    fc.assert(
      fc.property(properties, (options) => {
        const { bookings, rooms } = hostel(options)
        const beds = new Map(rooms.flatMap((room) => room.beds.map((bed) => [bed.id, room.id] as const)))
        const nights = bookings.flatMap(({ stay_dates }) => stay_dates)
        expect(new Set(nights.map(({ bed, date }) => `${bed} ${date}`)).size).toBe(nights.length)
        for (const { bed, room } of nights) expect(beds.get(bed)).toBe(room)
      }),
      runs,
    )
  })

  it('is consistent: totals are sums of nights, paid days and statuses follow from the payments', () => {
    fc.assert(
      fc.property(properties, (options) => {
        const { bookings, payments } = hostel(options)
        for (const booking of bookings) {
          const paid = net(payments.filter(({ bid }) => bid === booking.id))
          expect(booking.stay_dates.reduce((sum, { amount }) => sum + amount, 0)).toBe(booking.total)
          expect(booking.paidDays).toBe(paidDays(booking.stay_dates, paid))
          expect(paid).toBeGreaterThanOrEqual(0)
          const settled = paid >= booking.total
          expect(settled ? ['paid', 'cancelled'] : ['new', 'confirmed', 'cancelled']).toContain(
            booking.status,
          )
        }
        for (const { amount } of payments) expect(amountToMinorUnits(amount)).toBeGreaterThan(0)
      }),
      runs,
    )
  })

  it('has no id twice, and links that lead somewhere', () => {
    fc.assert(
      fc.property(properties, (options) => {
        const { bookings, payments, guests, messages, rooms } = hostel(options)
        const ids = [bookings, payments, guests, messages, rooms].flat().map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        const bookingIds = new Set(bookings.map(({ id }) => id))
        const guestIds = new Set(guests.map(({ id }) => id))
        for (const { bid, gid } of payments) {
          expect(bid === null || bookingIds.has(bid)).toBe(true)
          expect(gid === null || guestIds.has(gid)).toBe(true)
        }
        for (const { bookingId } of messages) expect(bookingIds.has(bookingId)).toBe(true)
        for (const { guest } of bookings) expect(guests).toContain(guest)
      }),
      runs,
    )
  })

  it('records nothing after now, and nothing about a booking before its creation', () => {
    fc.assert(
      fc.property(properties, (options) => {
        const { bookings, payments, messages } = hostel(options)
        const now = options.now.toISOString()
        const created = new Map(bookings.map((booking) => [booking.id, booking.created]))
        for (const booking of bookings) {
          expect(booking.updated >= booking.created).toBe(true)
          expect(booking.updated <= now).toBe(true)
        }
        for (const { date, bid } of payments) {
          expect(date <= now).toBe(true)
          expect(date >= (created.get(bid ?? '') ?? '')).toBe(true)
        }
        for (const { created_at } of messages) expect(created_at <= now).toBe(true)
      }),
      runs,
    )
  })

  it('lists newest first, as the API does', () => {
    const { bookings, payments } = hostel({ bookings: 120 })
    expect(bookings.map(({ created }) => created)).toEqual(
      bookings
        .map(({ created }) => created)
        .toSorted()
        .toReversed(),
    )
    expect(payments.map(({ date }) => date)).toEqual(
      payments
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    )
  })

  it('refuses a wrong number of bookings, and a now that is no time', () => {
    expect(() => hostel({ bookings: -1 })).toThrow(RangeError)
    expect(() => hostel({ bookings: 1.5 })).toThrow(RangeError)
    expect(() => hostel({ now: 'yesterday' })).toThrow(/now must be a time/)
  })
})

describe('the situations of a hostel', () => {
  it.each([1, 2, 'three'])(
    'are all there from as many bookings on as there are situations (seed %s)',
    (seed) => {
      expect(Object.keys(hostel({ seed, bookings: shapeNames.length }).shapes)).toEqual([...shapeNames])
    },
  )

  it('are what their names say, at any time of any year', () => {
    fc.assert(
      fc.property(seeds, moments, (seed, now) => {
        const { shapes, payments } = hostel({ seed, now, bookings: shapeNames.length })
        const shape = (name: (typeof shapeNames)[number]) => {
          const booking = shapes[name]
          if (!booking) throw new Error(`no ${name}`)
          const own = payments.filter(({ bid }) => bid === booking.id)
          const dates = booking.stay_dates.map(({ date }) => date)
          return { ...booking, own, paid: net(own), dates, first: dates[0] ?? '', last: dates.at(-1) ?? '' }
        }
        const today = isoDay(dayOf(now.getTime()))
        const yesterday = isoDay(dayOf(now.getTime()) - 1)

        expect(shape('in_house').first < today && shape('in_house').last >= today).toBe(true)
        expect(shape('arriving_today').first).toBe(today)
        expect(shape('departing_today').last).toBe(yesterday)
        expect(shape('future').first > today).toBe(true)
        expect(shape('past').last < yesterday).toBe(true)

        const cancelled = shape('cancelled_partial_refund')
        expect(cancelled.status).toBe('cancelled')
        expect(cancelled.own.map(({ type }) => type).toSorted()).toEqual(['income', 'outgoing'])
        expect(cancelled.paid).toBeGreaterThan(0)
        expect(cancelled.paid).toBeLessThan(cancelled.total)
        expect(shape('no_show').paid).toBe(shape('no_show').stay_dates[0]?.amount)
        expect(shape('late_cancellation').paid).toBe(shape('late_cancellation').stay_dates[0]?.amount)

        expect(shape('overpaid').paid).toBeGreaterThan(shape('overpaid').total)
        expect(shape('overpaid').own.some(({ status }) => !status)).toBe(true)
        expect(shape('prepaid_ota').paid).toBe(shape('prepaid_ota').total)
        expect(shape('prepaid_ota').own[0]?.paymentMethod).toBe('OTA')
        expect(shape('cash_balance_due').paid).toBeLessThan(shape('cash_balance_due').total)
        expect(shape('deposit_commission').own[0]?.description).toMatch(/commission/)
        expect(shape('unconfirmed').status).toBe('new')

        expect(new Set(shape('group_of_six').stay_dates.map(({ bed }) => bed)).size).toBe(6)
        expect(new Set(shape('group_of_six').stay_dates.map(({ room }) => room)).size).toBe(1)
        expect(new Set(shape('group_of_four').stay_dates.map(({ bed }) => bed)).size).toBe(4)
        expect(shape('long_stay').dates).toHaveLength(28)
        const change = nextClockChange(dayOf(now.getTime()) + 1)
        expect(shape('clock_change').dates).toEqual(
          expect.arrayContaining([isoDay(change - 1), isoDay(change)]),
        )
        expect(shape('new_year').dates.map((date) => date.slice(5))).toEqual(
          expect.arrayContaining(['12-31', '01-01']),
        )

        expect(new Set(shape('room_move').stay_dates.map(({ room }) => room)).size).toBe(2)
        expect(new Set(shape('split_stay').dates).size).toBe(4)
        expect(Date.parse(shape('split_stay').last) - Date.parse(shape('split_stay').first)).toBeGreaterThan(
          4 * 86_400_000,
        )
        const weekend = shape('weekend_uplift').stay_dates
        const price = (uplifted: boolean) =>
          weekend.filter(({ date }) => isWeekendNight(nightOf(date)) === uplifted).map(({ amount }) => amount)
        expect(price(true)).toHaveLength(2)
        expect(Math.min(...price(true)) / Math.max(...price(false))).toBeGreaterThan(1.1)
        expect(shape('uneven_split').stay_dates.map(({ amount }) => amount)).toEqual([3334, 3333, 3333])
        // oxlint-disable-next-line no-control-regex -- "not ASCII" is what is asked
        expect(shape('non_ascii').guest.last_name).toMatch(/[^\x00-\x7f]/)
        expect(shape('group_of_six').description).toMatch(/^Website WEB-\d+/)
        expect(shape('deposit_commission').description).toMatch(/^Hostelworld HW-\d{5}-\d{9}/)
      }),
      runs,
    )
  })
})

describe('hostelBookings', () => {
  it('yields what hostel collects', () => {
    const stays = [...hostelBookings({ seed: 5, count: 90 })]
    const collected = hostel({ seed: 5, bookings: 90 })
    expect(new Set(stays.map(({ booking }) => booking.id))).toEqual(
      new Set(collected.bookings.map(({ id }) => id)),
    )
  })

  it('adds houses where one cannot hold the number, and still sells no bed twice', () => {
    const nights = new Set<string>()
    let houses = 0
    let sold = 0
    for (const { booking } of hostelBookings({ count: 40_000, onRooms: () => (houses += 1) })) {
      for (const { bed, date } of booking.stay_dates) nights.add(`${bed} ${date}`)
      sold += booking.stay_dates.length
    }
    expect(nights.size).toBe(sold)
    expect(houses).toBeGreaterThan(1)
  })

  it('starts at once, however many are asked for', () => {
    const stays = hostelBookings({ count: 1_000_000_000 })
    expect(stays.next().done).toBe(false)
    stays.return()
  })
})

it('writes moments as Date does', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      expect(isoTime(date.getTime())).toBe(date.toISOString())
    }),
  )
})
