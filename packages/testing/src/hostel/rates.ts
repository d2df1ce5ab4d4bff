import { type Day, isWeekendNight } from './days.ts'

// Middle of January … middle of December: a southern European city.
const season = [0.78, 0.8, 0.92, 1.02, 1.08, 1.2, 1.32, 1.35, 1.15, 1.02, 0.82, 0.95]

const weekendUplift = 1.22

/** The price of a night in minor units, in steps of ten: season and weekend move the room's rate. */
export function nightRate(rate: number, night: Day): number {
  const price = rate * seasonOf(night) * (isWeekendNight(night) ? weekendUplift : 1)
  return Math.round(price / 10) * 10
}

/** Changes slowly from month to month: a jump on the first day would hide the higher price of a weekend. */
function seasonOf(night: Day): number {
  const months = (((night / 365.25) % 1) * 12 + 11.5) % 12
  const month = Math.floor(months)
  const [from, to] = [season[month] ?? 1, season[(month + 1) % 12] ?? 1]
  return from + (to - from) * (months - month)
}

/**
 * A total over some nights in whole minor units: the remainder goes to the first nights, one unit each,
 * so that the nights always add up to the total.
 */
export function splitEvenly(total: number, parts: number): number[] {
  const share = Math.floor(total / parts)
  const rest = total - share * parts
  return Array.from({ length: parts }, (_, index) => share + (index < rest ? 1 : 0))
}
