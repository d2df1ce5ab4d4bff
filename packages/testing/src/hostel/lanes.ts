import type { Guest, StayDate } from '@svc/models'
import type { Random } from '../random.ts'
import { type Day, dayOf, isoDay, msOf } from './days.ts'
import { makeGuestFrom } from './guests.ts'
import { refund, usualMoves } from './money-moves.ts'
import type { Occupancy } from './occupancy.ts'
import { nightRate } from './rates.ts'
import type { Bed, PricedRoom } from './rooms.ts'
import { isChannel, reference, sourceWeights } from './sources.ts'
import { completeStay, type HostelStay, type MoneyMove, type StayDraft } from './stay.ts'

/** What one room's ordinary bookings depend on. */
export interface LaneOptions {
  nowMs: number
  /** First night that is sold. */
  firstDay: Day
  /** No arrival on or after this day. */
  lastDay: Day
  /** Share of the beds that is sold in the past, 0–1; after today it becomes smaller. */
  occupancy: number
  random: Random
  /** Nights that are sold already. */
  sold: Occupancy
  /** Earlier guests: some of them come again. */
  regulars: Guest[]
}

const groupSizes: readonly (readonly [number, number])[] = [
  [1, 74],
  [2, 17],
  [3, 3],
  [4, 4],
  [6, 2],
]
const lengths: readonly (readonly [number, number])[] = [
  [1, 16],
  [2, 27],
  [3, 24],
  [4, 13],
  [5, 8],
  [7, 8],
  [10, 3],
  [14, 1],
]
/** Beds times nights of a mean booking with the weights above. */
export const meanBedNights = 4.4

/**
 * The ordinary bookings of one room, in order of arrival on each bed. Every bed has its next free day, and a booking
 * starts at the latest of those of its beds, so no bed is ever sold twice, and nothing grows with the number of
 * bookings: a million of them need no memory.
 */
export function* roomBookings(priced: PricedRoom, options: LaneOptions): Generator<HostelStay> {
  const { random, sold, lastDay } = options
  const lanes = priced.room.beds.map((bed) => ({ bed, free: options.firstDay + random.int(0, 3) }))
  for (;;) {
    const wanted = priced.room.kind === 'private' ? 1 : random.weighted(groupSizes)
    const beds = wanted === 1 ? [firstFree(lanes)] : lanes.toSorted(byFree).slice(0, wanted)
    const open = Math.max(...beds.map(({ free }) => free))
    const nights = random.weighted(lengths)
    const arrive = open + gap(open, nights, options)
    if (open >= lastDay) return
    for (const lane of beds) lane.free = arrive + nights
    const days: Day[] = []
    for (let night = 0; night < nights; night += 1) days.push(arrive + night)
    const free = beds.every(({ bed }) => sold.isFree(bed, days))
    if (arrive >= lastDay || !free) continue
    const stay_dates: StayDate[] = []
    for (const day of days) {
      const date = isoDay(day)
      const amount = nightRate(priced.rate, day)
      for (const { bed } of beds) stay_dates.push({ date, amount, room: priced.room.id, bed: bed.id })
    }
    yield ordinaryStay(arrive, stay_dates, options)
  }
}

interface Lane {
  bed: Bed
  /** The first day from which on it is free. */
  free: Day
}

const byFree = (a: Lane, b: Lane): number => a.free - b.free

/** The first of those that are free first, as sorting would find it. */
function firstFree(lanes: readonly Lane[]): Lane {
  return lanes.reduce((first, lane) => (lane.free < first.free ? lane : first))
}

/** Empty days before a stay, so that the wanted share of nights is sold. */
function gap(open: Day, nights: number, { nowMs, occupancy, random }: LaneOptions): number {
  const ahead = Math.max(0, open - dayOf(nowMs))
  const share = Math.max(0.01, Math.min(0.9, occupancy * Math.exp(-ahead / 60)))
  const mean = (nights * (1 - share)) / share
  return Math.floor(-Math.log(1 - random.next()) * mean)
}

function ordinaryStay(arrive: Day, stay_dates: StayDate[], options: LaneOptions): HostelStay {
  const { nowMs, random } = options
  const source = random.weighted(sourceWeights)
  const arrivalMs = msOf(arrive, 14) + random.int(0, 480) * 60_000
  const lead = source === 'Walk-in' ? 0 : Math.floor(-Math.log(1 - random.next()) * 24 * 86_400_000)
  const createdMs = Math.min(arrivalMs - lead, nowMs - random.int(0, 30 * 1440) * 60_000)
  const total = stay_dates.reduce((sum, { amount }) => sum + amount, 0)
  const moves = usualMoves({ source, total, createdMs, arrivalMs, nowMs }, random)
  const fate = source === 'Walk-in' ? 1 : random.next()
  const draft: StayDraft = {
    guest: guestOf(options),
    origin: reference(source, random),
    createdMs,
    stay_dates,
    moves,
  }
  if (fate < 0.08) cancel(draft, createdMs, Math.min(arrivalMs, nowMs), random)
  else if (fate < 0.1 && arrivalMs + 86_400_000 < nowMs) noShow(draft, arrivalMs)
  if (isChannel(source) && random.chance(0.12)) {
    draft.messages = [{ content: random.pick(questions), atMs: Math.min(createdMs + 3_600_000, nowMs) }]
  }
  if (random.chance(0.1)) draft.note ??= random.pick(notes)
  return completeStay(draft, random)
}

function cancel(draft: StayDraft, fromMs: number, toMs: number, random: Random): void {
  const atMs = Math.floor(fromMs + random.next() * Math.max(0, toMs - fromMs))
  const paid = draft.moves.filter((move) => move.atMs <= atMs)
  // A channel's commission is not paid back; anything else is, in whole or in part.
  const refunds = paid
    .filter((move) => move.description?.includes('commission') !== true)
    .map((move): MoneyMove => {
      const minor = random.chance(0.6) ? move.minor : Math.ceil(move.minor / 2)
      return refund(minor, move.method, atMs, minor === move.minor ? 'In full' : 'In part')
    })
  Object.assign(draft, {
    status: 'cancelled',
    note: 'Cancelled by the guest',
    changedMs: atMs,
    moves: [...paid, ...refunds],
  } satisfies Partial<StayDraft>)
}

function noShow(draft: StayDraft, arrivalMs: number): void {
  const atMs = arrivalMs + 43_200_000
  const first = draft.stay_dates[0]
  const fee = draft.stay_dates
    .filter(({ date }) => date === first?.date)
    .reduce((sum, { amount }) => sum + amount, 0)
  Object.assign(draft, {
    status: 'cancelled',
    note: 'No-show: first night charged',
    changedMs: atMs,
    moves: [{ minor: fee, method: 'Credit Card', name: 'No-show fee', description: 'First night', atMs }],
  } satisfies Partial<StayDraft>)
}

function guestOf({ random, regulars }: LaneOptions): Guest {
  const [first, ...others] = regulars
  if (first && random.chance(0.06)) return random.pick([first, ...others])
  const guest = makeGuestFrom(random)
  // A short memory is enough for some guests to come again.
  if (regulars.length < 64) regulars.push(guest)
  else regulars[random.int(0, 63)] = guest
  return guest
}

const notes = [
  'Lower bunk, please',
  'Vegetarian breakfast',
  'Late arrival',
  'Brings a bicycle',
  'Quiet room if possible',
  'Needs an invoice',
] as const satisfies readonly [string, ...string[]]

const questions = [
  'Hi, is luggage storage free after check-out?',
  'Do you have lockers, or should I bring a padlock?',
  'What time does reception close?',
  'Can I check in at 11:00?',
  '¿Se puede pagar con tarjeta al llegar?',
  'Gibt es Frühstück im Haus?',
] as const satisfies readonly [string, ...string[]]
