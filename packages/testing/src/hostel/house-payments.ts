import { type Guest, minorUnitsToAmount, type Payment } from '@svc/models'
import { seededRandom } from '../random.ts'

export interface HousePaymentsOptions {
  seed: number | string
  nowMs: number
  guests: readonly Guest[]
}

/** Payments that belong to no booking: extras of a guest (`gid` alone), and the till of the house (neither link). */
export function housePayments({ seed, nowMs, guests }: HousePaymentsOptions): Payment[] {
  const random = seededRandom(`${seed}:till`)
  const payment = (fields: Partial<Payment> & { minor: number; daysAgo: number }): Payment => {
    const { minor, daysAgo, ...rest } = fields
    return {
      id: random.uuid(),
      bid: null,
      gid: null,
      amount: minorUnitsToAmount(minor),
      paymentMethod: 'Cash',
      type: 'income',
      description: null,
      name: 'Client API Payment',
      date: new Date(nowMs - daysAgo * 86_400_000 - random.int(0, 36_000) * 1_000).toISOString(),
      status: true,
      ...rest,
    }
  }
  const till = [
    payment({ minor: 1_240, daysAgo: 0, name: 'Vending machine', description: 'Emptied' }),
    payment({
      minor: 8_730,
      daysAgo: 2,
      type: 'outgoing',
      paymentMethod: 'Bank Transfer',
      name: 'Linen service',
    }),
  ]
  const extras = guests.slice(0, 3).map((guest, index) =>
    payment({
      gid: guest.id,
      daysAgo: index,
      ...([
        { minor: 300, name: 'Towel' },
        { minor: 950, name: 'Breakfast', paymentMethod: 'POS' },
        { minor: 1_000, name: 'Key deposit', description: 'Refundable' },
      ][index] ?? { minor: 300 }),
    }),
  )
  return [...till, ...extras]
}
