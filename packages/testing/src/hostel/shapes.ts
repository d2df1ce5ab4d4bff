import type { Guest, StayDate } from '@svc/models'
import type { Random } from '../random.ts'
import { type Day, dayOf, isoDay, msOf, nextClockChange, nextNewYearsEve, nextWeekday } from './days.ts'
import { guestNamed, makeGuestFrom } from './guests.ts'
import {
  balance,
  channelPrepayment,
  commissionDeposit,
  type MoneyContext,
  refund,
  virtualCard,
} from './money-moves.ts'
import type { Berth, Occupancy } from './occupancy.ts'
import { nightRate, splitEvenly } from './rates.ts'
import type { PricedRoom } from './rooms.ts'
import { reference, type Source } from './sources.ts'
import { completeStay, type HostelStay, type MoneyMove, type StayDraft } from './stay.ts'

/** The situations that every hostel meets, one booking each (`hostel().shapes`). */
export const shapeNames = [
  'in_house',
  'arriving_today',
  'departing_today',
  'future',
  'past',
  'cancelled_partial_refund',
  'no_show',
  'overpaid',
  'prepaid_ota',
  'cash_balance_due',
  'deposit_commission',
  'group_of_six',
  'long_stay',
  'clock_change',
  'new_year',
  'room_move',
  'weekend_uplift',
  'uneven_split',
  'non_ascii',
  'virtual_card',
  'late_cancellation',
  'walk_in',
  'unconfirmed',
  'split_stay',
  'private_room',
  'group_of_four',
] as const
/** The name of a situation: `no_show`, `group_of_six` … */
export type ShapeName = (typeof shapeNames)[number]

interface ShapeInput {
  source: Source
  arrive: Day
  nights: number
  /** Nights after the arrival that the guest sleeps elsewhere. */
  away?: number
  beds?: number
  kind?: 'dorm' | 'private'
  /** Days from booking to arrival. */
  lead: number
  note?: string
  guest?: Guest
  status?: StayDraft['status']
  /** Price of each night instead of the room's. */
  prices?: readonly number[]
  /** From this night on (0 is the first) in another room. */
  moveFrom?: number
  money?: (context: MoneyContext, nights: readonly StayDate[]) => MoneyMove[]
  changedMs?: number
  messages?: readonly string[]
}

/** What the shapes are made with. */
export interface ShapeKit {
  nowMs: number
  random: Random
  rooms: readonly PricedRoom[]
  occupancy: Occupancy
}

/** Makes one booking of each situation, relative to now. */
export function makeShape(name: ShapeName, kit: ShapeKit): HostelStay {
  const { nowMs, random } = kit
  const today = dayOf(nowMs)
  const inputs: Record<ShapeName, () => ShapeInput> = {
    in_house: () => ({
      source: 'Direct',
      arrive: today - 2,
      nights: 4,
      lead: 19,
      money: ({ total, createdMs }) => [
        { minor: total, method: 'Credit Card', name: 'Website payment', atMs: createdMs },
      ],
    }),
    arriving_today: () => ({
      source: 'Booking.com',
      arrive: today,
      nights: 2,
      lead: 6,
      note: 'Arrives around 22:30',
      messages: ['Hi! Our flight lands at 21:40, can we still check in late?'],
    }),
    departing_today: () => ({
      source: 'Hostelworld',
      arrive: today - 3,
      nights: 3,
      lead: 11,
      money: (context) => {
        const deposit = commissionDeposit(context)
        return [deposit, balance(context, context.total - deposit.minor, 'POS')]
      },
    }),
    future: () => ({
      source: 'Expedia',
      arrive: today + 37,
      nights: 5,
      lead: 44,
      money: (context) => [channelPrepayment(context)],
    }),
    past: () => ({
      source: 'Booking.com',
      arrive: today - 24,
      nights: 3,
      lead: 30,
      money: (context) => [balance(context, context.total, 'Cash')],
    }),
    cancelled_partial_refund: () => ({
      source: 'Direct',
      arrive: today + 12,
      nights: 4,
      lead: 40,
      status: 'cancelled',
      note: 'Cancelled by the guest; half of the payment refunded',
      changedMs: msOf(today - 3, 10),
      money: ({ total, createdMs }) => [
        { minor: total, method: 'Credit Card', name: 'Website payment', atMs: createdMs },
        refund(Math.floor(total / 2), 'Credit Card', msOf(today - 2, 9), 'Half, as the policy says'),
      ],
    }),
    no_show: () => ({
      source: 'Booking.com',
      arrive: today - 6,
      nights: 3,
      lead: 15,
      status: 'cancelled',
      note: 'No-show: first night charged',
      changedMs: msOf(today - 5, 9),
      money: (_, nights) => [
        {
          minor: nights[0]?.amount ?? 0,
          method: 'Credit Card',
          name: 'No-show fee',
          description: 'First night',
          atMs: msOf(today - 5, 9),
        },
      ],
    }),
    overpaid: () => ({
      source: 'Phone',
      arrive: today - 1,
      nights: 3,
      lead: 4,
      note: 'Rounded up at the desk, guest has credit',
      money: (context) => [
        balance(context, Math.ceil((context.total + 1) / 2000) * 2000, 'Cash'),
        { ...balance(context, context.total, 'Cash'), description: 'Entered twice', status: false },
      ],
    }),
    prepaid_ota: () => ({
      source: 'Airbnb',
      arrive: today + 3,
      nights: 3,
      lead: 21,
      money: (context) => [channelPrepayment(context)],
      messages: ['Is there a kitchen we can use?', 'Perfect, thank you! See you on arrival 🙂'],
    }),
    cash_balance_due: () => ({
      source: 'Phone',
      arrive: today - 1,
      nights: 5,
      lead: 8,
      note: 'Balance in cash before departure',
      money: (context, nights) => [balance(context, nights[0]?.amount ?? 0, 'Cash')],
    }),
    deposit_commission: () => ({
      source: 'Hostelworld',
      arrive: today + 9,
      nights: 2,
      lead: 25,
      money: (context) => [commissionDeposit(context)],
    }),
    group_of_six: () => ({
      source: 'Direct',
      arrive: today + 16,
      nights: 3,
      beds: 6,
      lead: 60,
      note: 'Rugby club, six beds in one dorm please',
      money: ({ total, createdMs }) => [
        {
          minor: Math.round(total * 0.3),
          method: 'Bank Transfer',
          name: 'Group deposit 30%',
          atMs: createdMs + 26 * 3_600_000,
        },
      ],
    }),
    long_stay: () => ({
      source: 'Direct',
      arrive: today - 10,
      nights: 28,
      lead: 35,
      note: 'Monthly rate, pays by the week',
      money: (context, nights) =>
        [0, 7].map((from) => ({
          minor: nights.slice(from, from + 7).reduce((sum, { amount }) => sum + amount, 0),
          method: 'Bank Transfer' as const,
          name: `Week ${from / 7 + 1}`,
          atMs: context.arrivalMs + from * 86_400_000,
        })),
    }),
    clock_change: () => ({
      source: 'Hostelworld',
      arrive: nextClockChange(today + 1) - 2,
      nights: 4,
      lead: 50,
      money: (context) => [commissionDeposit(context)],
    }),
    new_year: () => ({
      source: 'Booking.com',
      arrive: nextNewYearsEve(today) - 1,
      nights: 4,
      lead: 90,
      note: 'Party of one, New Year',
    }),
    room_move: () => ({
      source: 'Direct',
      arrive: today - 2,
      nights: 5,
      lead: 13,
      moveFrom: 3,
      note: 'Moves room after three nights',
      money: (context) => [balance(context, context.total, 'POS')],
    }),
    weekend_uplift: () => ({
      source: 'Hostelworld',
      arrive: nextWeekday(today + 7, 4),
      nights: 4,
      lead: 33,
      money: (context) => [commissionDeposit(context)],
    }),
    uneven_split: () => ({
      source: 'Expedia',
      arrive: today + 5,
      nights: 3,
      lead: 14,
      prices: splitEvenly(10_000, 3),
      note: 'Package price of 100.00 for three nights',
      money: (context) => [channelPrepayment(context)],
    }),
    non_ascii: () => ({
      source: 'Booking.com',
      arrive: today + 1,
      nights: 2,
      lead: 17,
      guest: guestNamed(random, 'Zoë-Þóra', 'Łękawska Ñúñez 李', ['+354', 7]),
      note: '«Ruhiges Bett, bitte» – дякую 🙏',
    }),
    virtual_card: () => ({
      source: 'Booking.com',
      arrive: today - 1,
      nights: 3,
      lead: 28,
      money: (context) => [virtualCard(context)],
    }),
    late_cancellation: () => ({
      source: 'Hostelworld',
      arrive: today + 1,
      nights: 2,
      lead: 20,
      status: 'cancelled',
      note: 'Cancelled one day before arrival: first night charged',
      changedMs: nowMs - 3_600_000,
      money: (_, nights) => [
        {
          minor: nights[0]?.amount ?? 0,
          method: 'Credit Card',
          name: 'Late cancellation fee',
          description: 'First night',
          atMs: nowMs - 1_800_000,
        },
      ],
    }),
    walk_in: () => ({
      source: 'Walk-in',
      arrive: today - 1,
      nights: 2,
      lead: 0,
      money: (context) => [balance(context, context.total, 'Cash')],
    }),
    unconfirmed: () => ({
      source: 'Direct',
      arrive: today + 20,
      nights: 2,
      lead: 20,
      status: 'new',
      note: 'Waiting for the deposit',
    }),
    split_stay: () => ({
      source: 'Direct',
      arrive: today + 6,
      nights: 4,
      away: 3,
      lead: 22,
      note: 'Two nights, three nights trekking, two nights again',
      money: ({ total, createdMs }) => [
        { minor: total, method: 'Credit Card', name: 'Website payment', atMs: createdMs },
      ],
    }),
    private_room: () => ({
      source: 'Booking.com',
      arrive: today - 1,
      nights: 4,
      kind: 'private',
      lead: 45,
      note: 'Two adults',
      money: (context) => [balance(context, context.total, 'Credit Card')],
    }),
    group_of_four: () => ({
      source: 'Hostelworld',
      arrive: today - 9,
      nights: 2,
      beds: 4,
      lead: 32,
      note: 'Four friends',
      money: (context) => {
        const deposit = commissionDeposit(context)
        return [deposit, balance(context, context.total - deposit.minor, 'Cash')]
      },
    }),
  }
  return makeStay(inputs[name](), kit)
}

function makeStay(input: ShapeInput, { nowMs, random, rooms, occupancy }: ShapeKit): HostelStay {
  const stay_dates = bookNights(input, rooms, occupancy)
  const arrivalMs = Math.min(msOf(input.arrive, 15) + random.int(0, 300) * 60_000, nowMs)
  // A far arrival may have been booked `lead` days ahead at the latest today.
  const latest = input.lead === 0 ? arrivalMs : nowMs - 2 * 86_400_000
  const createdMs = Math.min(msOf(input.arrive - input.lead, 8) + random.int(0, 600) * 60_000, latest)
  const total = stay_dates.reduce((sum, { amount }) => sum + amount, 0)
  const context: MoneyContext = { source: input.source, total, createdMs, arrivalMs, nowMs }
  return completeStay(
    {
      guest: input.guest ?? makeGuestFrom(random),
      origin: reference(input.source, random),
      createdMs,
      stay_dates,
      moves: (input.money?.(context, stay_dates) ?? []).map((move) => ({
        ...move,
        atMs: Math.min(Math.max(move.atMs, createdMs), nowMs),
      })),
      messages: (input.messages ?? []).map((content, index) => ({
        content,
        atMs: Math.min(createdMs + (index + 1) * 7_200_000, nowMs),
      })),
      ...(input.note && { note: input.note }),
      ...(input.status && { status: input.status }),
      ...(input.changedMs && { changedMs: Math.max(input.changedMs, createdMs) }),
    },
    random,
  )
}

function bookNights(input: ShapeInput, rooms: readonly PricedRoom[], occupancy: Occupancy): StayDate[] {
  const { arrive, nights, away = 0, beds = 1, kind = 'dorm' } = input
  const firstPart = away > 0 ? Math.ceil(nights / 2) : nights
  const days = Array.from({ length: nights }, (_, night) => arrive + night + (night < firstPart ? 0 : away))
  const movesAt = input.moveFrom ?? nights
  const before = occupancy.book(rooms, { nights: days.slice(0, movesAt), beds, kind })
  const left = before[0]?.room
  const others = rooms.filter((room) => room !== left)
  const after =
    movesAt < nights ? occupancy.book(others, { nights: days.slice(movesAt), beds, kind }) : before
  const night = (day: Day, index: number, { bed, room }: Berth): StayDate => ({
    date: isoDay(day),
    amount: input.prices?.[index] ?? nightRate(room.rate, day),
    room: room.room.id,
    bed: bed.id,
  })
  return days.flatMap((day, index) =>
    (index < movesAt ? before : after).map((berth) => night(day, index, berth)),
  )
}
