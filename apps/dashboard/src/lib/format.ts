/** `2026-11-21 01:41:07`, in UTC or in another time zone. */
export function timeText(iso: string, zone = 'UTC'): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  if (zone === 'UTC') return date.toISOString().slice(0, 19).replace('T', ' ')
  return zoneFormat(zone).format(date).replace(',', '')
}

const formats = new Map<string, Intl.DateTimeFormat>()
function zoneFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // Swedish writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, format)
  return format
}

const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const

/** `1 h 30 min`. @param most units */
export function duration(seconds: number, most = 2): string {
  let rest = Math.round(Math.abs(seconds))
  const parts = []
  for (const [size, unit] of units) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${unit}`)
    // Smaller units beside days say nothing that anybody needs.
    if (parts.length === most || (parts.length === 1 && unit === 'd')) break
  }
  return parts.length === 0 ? '0 s' : parts.join(' ')
}

/** The words that {@link relative} puts around a duration. */
export interface RelativeWords {
  now: string
  ago: (text: string) => string
  in: (text: string) => string
  years: (count: number) => string
}

const english: RelativeWords = {
  now: 'now',
  ago: (text) => `${text} ago`,
  in: (text) => `in ${text}`,
  years: (count) => `${count} years`,
}

const yearSeconds = 31_556_952

/** `3 min ago`, `in 2 h`, `now`. @param now milliseconds, of the virtual clock */
export function relative(iso: string, now: number, words: RelativeWords = english): string {
  const seconds = (Date.parse(iso) - now) / 1000
  if (Number.isNaN(seconds)) return ''
  if (Math.abs(seconds) < 1) return words.now
  // The clock may have been moved by years: nobody reads thousands of days.
  const years = Math.floor(Math.abs(seconds) / yearSeconds)
  const far = years < 2 ? undefined : words.years(years)
  // What is due is awaited to the second; of what is past the order of size will do.
  return seconds < 0 ? words.ago(far ?? duration(seconds, 1)) : words.in(far ?? duration(seconds))
}

/** Minor units as the money that they are: `520.00`, without a float on the way. */
export function money(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0')
  return `${minor < 0 ? '−' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A decimal amount as the API gives it (`25.0000`) as people write it: `25.00`, and more decimals only when there are. */
export function decimal(amount: string): string {
  const [whole = '', digits = ''] = amount.split('.')
  let end = digits.length
  while (end > 2 && digits[end - 1] === '0') end--
  return digits === '' ? whole : `${whole}.${digits.slice(0, end)}`
}

/** JSON indented; what is no JSON stays as it is. */
export function pretty(text: string | null | undefined): string {
  if (text === null || text === undefined) return ''
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The first eight characters of a UUID, enough to tell ids apart in a table. */
export function short(id: string): string {
  return id.length > 8 ? `${id.slice(0, 8)}…` : id
}

/** Milliseconds as people read them: `0.8 ms`, `120 ms`, `5.0 s`. */
export function milliseconds(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
}
