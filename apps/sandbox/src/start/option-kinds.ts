import type * as Zod from 'zod/mini'

/**
 * What an option may be. The schema is built with the zod that is handed in, so that the command line can describe its
 * flags without loading zod (60 ms).
 */
export interface Kind<T> {
  /** As in "must be …". */
  words: string
  schema(z: typeof Zod): Zod.ZodMiniType<T>
  /** The only values, where they are few. */
  choices?: readonly string[]
  /** The whole numbers that there are, and whether `off` is a value too. */
  range?: Range
  /** Which texts stand for a value, where that is more than a string; `cure` says how to write one. */
  asText?: { accepts: (text: string) => boolean; cure: string }
}

export interface Range {
  from: number
  to: number
  orOff: boolean
}

/** A range in words; without `to` when it is practically no limit. */
export function rangeWords({ from, to, orOff }: Range): string {
  const whole =
    to === Number.MAX_SAFE_INTEGER
      ? `a whole number of at least ${from}`
      : `a whole number from ${from} to ${to}`
  return orOff ? `${whole}, or 'off'` : whole
}

export const text: Kind<string> = { words: 'a string', schema: (z) => z.string() }

export const yesOrNo: Kind<boolean> = { words: 'a boolean', schema: (z) => z.boolean() }

/** One text or several. */
export const texts: Kind<string | readonly string[]> = {
  words: 'a string or an array of strings',
  schema: (z) => z.union([z.string(), z.array(z.string())]),
}

/** A certificate or a key in PEM. */
export const pem: Kind<string | Buffer> = {
  words: 'PEM, as a string or a Buffer',
  schema: (z) => z.union([z.string(), z.custom<Buffer>((value) => Buffer.isBuffer(value))]),
}

/** The destination of log lines. */
export const lineStream: Kind<{ write(line: string): void }> = {
  words: 'an object with a method write(line)',
  schema: (z) =>
    z.custom((value) => typeof (value as { write?: unknown } | null | undefined)?.write === 'function'),
}

export function oneOf<const Choice extends string>(...choices: Choice[]): Kind<Choice> {
  return {
    words: `one of ${choices.map((choice) => `'${choice}'`).join(', ')}`,
    schema: (z) => z.enum(choices),
    choices,
  }
}

export function wholeNumber(from: number, to: number): Kind<number> {
  const range = { from, to, orOff: false }
  return {
    words: rangeWords(range),
    schema: (z) => z.int().check(z.gte(from), z.lte(to)),
    range,
  }
}

export function wholeNumberOrOff(from: number, to: number): Kind<number | 'off'> {
  const number = wholeNumber(from, to)
  const range = { from, to, orOff: true }
  return {
    words: rangeWords(range),
    schema: (z) => z.union([number.schema(z), z.literal('off')]),
    range,
  }
}

/** A part of a whole. */
export const shareOrOff: Kind<number | 'off'> = {
  words: "a number above 0, up to 1, or 'off'",
  schema: (z) => z.union([z.number().check(z.gt(0), z.lte(1)), z.literal('off')]),
}

/** The last millisecond whose year ISO 8601 writes with four digits. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

function isMoment(value: number | string | Date): boolean {
  const ms = new Date(value).getTime()
  return ms >= 0 && ms <= lastMs
}

/** A moment that the virtual clock can show. */
export const moment: Kind<number | string | Date> = {
  words: 'a time from 1970 to 9999, as 2026-01-31T12:00:00Z, a Date, or milliseconds since 1970',
  schema: (z) => z.union([z.number(), z.string(), z.date()]).check(z.refine(isMoment)),
  asText: { accepts: isMoment, cure: 'Write it as 2026-01-31T12:00:00Z.' },
}
