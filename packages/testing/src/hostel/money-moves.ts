import type { PaymentMethod } from '@svc/models'
import type { Random } from '../random.ts'
import type { Source } from './sources.ts'
import type { MoneyMove } from './stay.ts'

/** What the money of a booking depends on. */
export interface MoneyContext {
  source: Source
  /** Minor units. */
  total: number
  createdMs: number
  /** When the guest pays at the desk. When it is in the future, nothing is paid there yet. */
  arrivalMs: number
  nowMs: number
}

/** Hostelworld keeps this share of the total, which the guest has paid to it, as commission. */
export const depositShare = 0.15

/** Paid to the channel when booking and kept by it: the guest owes the property the rest. */
export function commissionDeposit({ total, createdMs, source }: MoneyContext): MoneyMove {
  return {
    minor: Math.max(1, Math.round(total * depositShare)),
    method: 'OTA',
    name: `${source} deposit`,
    description: `Kept by ${source} as commission`,
    atMs: createdMs,
  }
}

/** Collected by the channel for the property: nothing is due at the desk. */
export function channelPrepayment({ total, createdMs, source }: MoneyContext): MoneyMove {
  return {
    minor: total,
    method: 'OTA',
    name: `${source} prepayment`,
    description: `Collected by ${source}`,
    atMs: createdMs,
  }
}

/** A virtual card that the property may charge from the day of arrival on. */
export function virtualCard({ total, arrivalMs, source }: MoneyContext): MoneyMove {
  return {
    minor: total,
    method: 'Credit Card',
    name: `${source} virtual card`,
    description: 'VCC, chargeable from arrival',
    atMs: arrivalMs,
  }
}

/** The rest, at the desk. */
export function balance(context: MoneyContext, minor: number, method: PaymentMethod): MoneyMove {
  return { minor, method, name: 'Balance at check-in', atMs: context.arrivalMs }
}

/** A refund: a separate `outgoing` payment, never a change of the payment that it returns. */
export function refund(minor: number, method: PaymentMethod, atMs: number, description: string): MoneyMove {
  return { minor, method, type: 'outgoing', name: 'Refund', description, atMs }
}

const desk: readonly (readonly [PaymentMethod, number])[] = [
  ['Cash', 40],
  ['POS', 45],
  ['Credit Card', 15],
]

/** How guests of a source usually pay. Payments in the future are left out: they have not happened. */
export function usualMoves(context: MoneyContext, random: Random): MoneyMove[] {
  const { total, createdMs, nowMs } = context
  const atDesk = (paid: number) => balance(context, total - paid, random.weighted(desk))
  const moves: MoneyMove[] = []
  switch (context.source) {
    case 'Hostelworld': {
      const deposit = commissionDeposit(context)
      moves.push(deposit, atDesk(deposit.minor))
      break
    }
    case 'Booking.com':
      moves.push(
        random.weighted([
          [atDesk(0), 60],
          [virtualCard(context), 25],
          [channelPrepayment(context), 15],
        ]),
      )
      break
    case 'Airbnb':
    case 'Expedia':
      moves.push(channelPrepayment(context))
      break
    case 'Direct': {
      if (random.chance(0.5)) {
        moves.push({ minor: total, method: 'Credit Card', name: 'Website payment', atMs: createdMs })
        break
      }
      const deposit = Math.max(1, Math.round(total * 0.3))
      const atMs = createdMs + random.int(1, 48) * 3_600_000
      moves.push({
        minor: deposit,
        method: 'Bank Transfer',
        name: 'Deposit',
        atMs: Math.min(atMs, context.arrivalMs),
      })
      moves.push(atDesk(deposit))
      break
    }
    case 'Walk-in':
    case 'Phone':
      moves.push(atDesk(0))
      break
  }
  return moves.filter(({ minor, atMs }) => minor > 0 && atMs <= nowMs)
}
