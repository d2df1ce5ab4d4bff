import type { StayDate } from '@svc/models'

/** The calendar date some days later. */
export function daysLater(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The first night and how many there are: what people say of a stay. */
export function stayOf(nights: readonly StayDate[]): { arrival: string; count: number } {
  const dates = [...new Set(nights.map(({ date }) => date))].toSorted()
  return { arrival: dates[0] ?? '', count: dates.length }
}

/**
 * The nights of a stay that begins on another day or has another length: each keeps its beds and prices, and those that
 * come to it are as the last one.
 */
export function moveStay(nights: readonly StayDate[], arrival: string, count: number): StayDate[] {
  const byDate = Map.groupBy(nights, ({ date }) => date)
  const dates = [...byDate.keys()].toSorted()
  return Array.from({ length: count }, (_, index) => {
    const like = byDate.get(dates[Math.min(index, dates.length - 1)] ?? '') ?? []
    return like.map((night) => ({ ...night, date: daysLater(arrival, index) }))
  }).flat()
}
