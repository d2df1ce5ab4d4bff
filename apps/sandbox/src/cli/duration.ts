import ms, { type StringValue } from 'ms'
import { CliError } from './errors.ts'

/**
 * Milliseconds of a duration as people write it: `2h`, `90s`, `1 day`, `2h 36m`. A number without a unit is refused.
 *
 * @param also what else may be written in its place, for the message
 */
export function parseDuration(text: string, also = ''): number {
  const parts = text.trim().match(/\d+(?:\.\d+)?\s*[a-z]+/gi)
  const rest = text.replaceAll(/\d+(?:\.\d+)?\s*[a-z]+/gi, '').trim()
  const values = rest === '' ? parts?.map((part) => ms(part as StringValue)) : undefined
  if (!values || values.some((value) => value === undefined || !Number.isFinite(value))) {
    throw new CliError(
      'usage',
      `"${text}" is not a duration. Write it as 90s, 5m, 2h, 1d or "2h 36m".${also}`,
    )
  }
  return values.reduce((sum, value) => sum + value, 0)
}

/** A duration as people read it: `2 h 36 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (Math.abs(seconds) < 1) return `${Math.round(milliseconds)} ms`
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor((seconds % 86_400) / 3_600), 'h'],
    [Math.floor((seconds % 3_600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ')
}
