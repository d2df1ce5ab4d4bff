/** How far the clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function aheadOfUtc(moment: number, timeZone: string): number {
  // Swedish writes dates as ISO 8601 does.
  const there = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${there.format(moment).replace(' ', 'T')}Z`) - Math.floor(moment / 1_000) * 1_000
}

/**
 * The moment at which a calendar date begins in a time zone, as the API takes it; undefined for what is no date.
 *
 * @param days how many dates later
 */
export function startOfDay(date: string, timeZone: string, days = 0): string | undefined {
  const midnight = Date.parse(`${date}T00:00:00Z`) + days * 86_400_000
  if (Number.isNaN(midnight)) return undefined
  const near = midnight - aheadOfUtc(midnight, timeZone)
  // Between the two the clocks may have been changed.
  const start = midnight - aheadOfUtc(near, timeZone)
  try {
    return new Date(start).toISOString()
  } catch {
    return undefined
  }
}
