/** A calendar day as the number of days since 1970-01-01. Days, not timestamps: a night has no hour and no zone. */
export type Day = number

const msPerDay = 86_400_000

/** A moment as callers may give it. */
export type Moment = Date | number | string

/**
 * A moment as milliseconds since 1970.
 *
 * @throws RangeError when it is not a time
 */
export function toMs(moment: Moment): number {
  const ms = moment instanceof Date ? moment.getTime() : new Date(moment).getTime()
  if (Number.isNaN(ms)) throw new RangeError(`now must be a time, not ${JSON.stringify(moment)}`)
  return ms
}

/** The calendar day of a moment, in UTC. */
export const dayOf = (ms: number): Day => Math.floor(ms / msPerDay)

/** The moment at which a day, plus some hours, begins. */
export const msOf = (day: Day, hours = 0): number => day * msPerDay + hours * 3_600_000

// A property has some thousand days, and each is written for many stays. Without this cache a seventh of the time for
// a large property was spent on dates.
const isoDays = new Map<Day, string>()
const maxIsoDays = 10_000

/** `YYYY-MM-DD`. */
export function isoDay(day: Day): string {
  let text = isoDays.get(day)
  if (text === undefined) {
    text = new Date(msOf(day)).toISOString().slice(0, 10)
    if (isoDays.size >= maxIsoDays) isoDays.clear()
    isoDays.set(day, text)
  }
  return text
}

/** A number with this many digits at least. They are made as they are asked for: all at once took 1 ms of each import. */
const padded = (digits: number) => {
  const made: string[] = []
  return (number: number): string => (made[number] ??= String(number).padStart(digits, '0'))
}
const two = padded(2)
const three = padded(3)
/** The first millisecond of the year 10000, which ISO 8601 writes with a sign. */
const fiveDigitYears = 253_402_300_800_000

/** `YYYY-MM-DDThh:mm:ss.sssZ`, as `Date` writes it, in a fifth of the time. */
export function isoTime(ms: number): string {
  if (!(ms >= 0 && ms < fiveDigitYears)) return new Date(ms).toISOString()
  const day = dayOf(ms)
  const rest = Math.trunc(ms) - day * msPerDay
  const seconds = Math.floor(rest / 1_000)
  const minutes = Math.floor(seconds / 60)
  return `${isoDay(day)}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}.${three(rest % 1_000)}Z`
}

/** 0 Sunday … 6 Saturday. 1970-01-01 was a Thursday. */
export const weekday = (day: Day): number => (((day + 4) % 7) + 7) % 7

/** Friday and Saturday night: when hostels charge more. */
export const isWeekendNight = (day: Day): boolean => weekday(day) >= 5

/** The next day, from this one on, that falls on a weekday (0 Sunday). */
export const nextWeekday = (from: Day, wanted: number): Day => from + ((wanted - weekday(from) + 7) % 7)

const yearOf = (day: Day) => new Date(msOf(day)).getUTCFullYear()

function lastSunday(year: number, month: number): Day {
  const lastDay = dayOf(Date.UTC(year, month + 1, 0))
  return lastDay - weekday(lastDay)
}

/** The next Sunday on which Europe changes its clocks (last of March or October), from this day on. */
export function nextClockChange(from: Day): Day {
  const year = yearOf(from)
  const changes = [lastSunday(year, 2), lastSunday(year, 9), lastSunday(year + 1, 2)]
  return changes.find((day) => day >= from) ?? lastSunday(year + 1, 2)
}

/** The next 31 December, from this day on. */
export function nextNewYearsEve(from: Day): Day {
  return dayOf(Date.UTC(yearOf(from), 11, 31))
}
