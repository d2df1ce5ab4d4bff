import {
  type Booking,
  type Guest,
  minorUnitsToAmount,
  type Payment,
  type PaymentMethod,
  type StayDate,
} from '@svc/models'
import type { Message } from '@svc/control'
import type { Random } from '../random.ts'
import { isoTime } from './days.ts'

/** A booking with everything that belongs to it. */
export interface HostelStay {
  /** The booking. */
  booking: Booking
  /** Linked by `bid`, oldest first; refunds are `outgoing` payments of their own. */
  payments: Payment[]
  /** What its guest wrote, oldest first. */
  messages: Message[]
}

/** A payment or refund of a booking. */
export interface MoneyMove {
  /** Minor units, above 0. */
  minor: number
  method: PaymentMethod
  /** @default 'income' */
  type?: 'income' | 'outgoing'
  name: string
  description?: string
  atMs: number
  /** `false`: entered by mistake and deleted. @default true */
  status?: boolean
}

/** The parts of a booking before its totals are computed. */
export interface StayDraft {
  guest: Guest
  /** Source and reference, the start of the description. */
  origin: string
  note?: string
  createdMs: number
  /** The last change that is not a payment (a cancellation). */
  changedMs?: number
  stay_dates: StayDate[]
  /** @default 'paid' when nothing is left to pay, else 'confirmed' */
  status?: 'new' | 'cancelled'
  moves: MoneyMove[]
  messages?: { content: string; atMs: number }[]
}

/** Completes a draft: totals, paid days and status follow from its nights and payments, so they cannot disagree. */
export function completeStay(draft: StayDraft, random: Random): HostelStay {
  const id = random.uuid()
  const total = draft.stay_dates.reduce((sum, night) => sum + night.amount, 0)
  const paid = netPaid(draft.moves)
  const moves = draft.moves.length < 2 ? draft.moves : draft.moves.toSorted((a, b) => a.atMs - b.atMs)
  const updatedMs = Math.max(draft.createdMs, draft.changedMs ?? 0, moves.at(-1)?.atMs ?? 0)
  const threadId = random.uuid()
  return {
    booking: {
      id,
      status: draft.status ?? (paid >= total ? 'paid' : 'confirmed'),
      total,
      created: isoTime(draft.createdMs),
      updated: isoTime(updatedMs),
      paidDays: paidDays(draft.stay_dates, paid),
      description: draft.note ? `${draft.origin}. ${draft.note}` : draft.origin,
      guest: draft.guest,
      stay_dates: draft.stay_dates,
    },
    payments: moves.map((move) => ({
      id: random.uuid(),
      bid: id,
      gid: null,
      amount: amountOf(move.minor),
      paymentMethod: move.method,
      type: move.type ?? 'income',
      description: move.description ?? null,
      name: move.name,
      date: isoTime(move.atMs),
      status: move.status ?? true,
    })),
    messages: (draft.messages ?? []).map(({ content, atMs }) => ({
      id: random.uuid(),
      bookingId: id,
      threadId,
      content,
      created_at: isoTime(atMs),
    })),
  }
}

/** Whole minor units above 0, as most are, without the detour over units of 1/10,000. */
function amountOf(minor: number): string {
  if (!Number.isSafeInteger(minor) || minor < 100) return minorUnitsToAmount(minor)
  const digits = String(minor)
  return `${digits.slice(0, -2)}.${digits.slice(-2)}00`
}

function netPaid(moves: readonly MoneyMove[]): number {
  return moves
    .filter((move) => move.status !== false)
    .reduce((sum, move) => sum + (move.type === 'outgoing' ? -move.minor : move.minor), 0)
}

/** Calendar dates whose nights, all beds of them, are covered by the money received, earliest first. */
export function paidDays(nights: readonly StayDate[], paid: number): number {
  const ordered = isAscending(nights) ? nights : nights.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  let rest = paid
  let days = 0
  for (let at = 0; at < ordered.length; days += 1) {
    const date = ordered[at]?.date
    for (; at < ordered.length && ordered[at]?.date === date; at += 1) rest -= ordered[at]?.amount ?? 0
    if (rest < 0) break
  }
  return days
}

function isAscending(nights: readonly StayDate[]): boolean {
  for (let at = 1; at < nights.length; at += 1) {
    if ((nights[at]?.date ?? '') < (nights[at - 1]?.date ?? '')) return false
  }
  return true
}
