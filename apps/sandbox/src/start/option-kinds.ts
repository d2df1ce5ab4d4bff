import { isIP } from 'node:net'
import { readId } from '../service/wire.ts'

/** What an option may be. By plain tests: a library of schemas takes longer to load than all of them to run. */
export interface Kind<T> {
  /** As in "must be …". */
  words: string
  accepts(value: unknown): value is T
  /** The only values, where they are few. */
  choices?: readonly string[]
  /** The whole numbers that there are, and whether `off` is a value too. */
  range?: Range
  /** Which texts stand for a value, where that is more than a string; `cure` says how to write one. */
  asText?: { accepts: (text: string) => boolean; cure: string }
  /** No message shows a value. */
  secret?: true
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

const isText = (value: unknown): value is string => typeof value === 'string'

export const text: Kind<string> = { words: 'a string', accepts: isText }

/** An address to listen on. The port is another option, and how it is spoken to is not said here. */
export const listenAddress: Kind<string> = {
  words: 'an address such as 127.0.0.1 or ::1, without http:// and port',
  accepts: (value): value is string => isText(value) && isAddress(value),
  asText: { accepts: isAddress, cure: 'Give an address such as 127.0.0.1 or ::1; its port is --port.' },
}

function isAddress(address: string): boolean {
  return isIP(address) !== 0 || /^[^\s/:[\]]+$/.test(address)
}

/**
 * Where the data is. Bash leaves `--database=~/x.db` as it is, and so do `.env` files. It would be a folder of the name `~`, and
 * whoever then types `rm -r ~` loses another one. `file:x.db` would be a file of that name.
 */
export const databaseTarget: Kind<string> = {
  words: "a path such as './sandbox.db', ':memory:' or 'postgres://…'; neither '~/…' nor 'file:…'",
  accepts: (value): value is string => isText(value) && isDatabase(value),
  asText: {
    accepts: isDatabase,
    cure: 'Give a path such as ./sandbox.db ($HOME/…, as ~ stays a ~ here), :memory:, or postgres://…; or leave it out.',
  },
}

function isDatabase(target: string): boolean {
  return target.trim() !== '' && !/^(?:~(?:[/\\]|$)|(?:file|sqlite3?):)/i.test(target)
}

/** An id as all have it: others are of nothing that could be asked for. */
export const uuid: Kind<string> = {
  words: 'a UUID in lower case, as crypto.randomUUID() makes them',
  accepts: (value): value is string => isText(value) && readId(value) === value,
}

/** Characters that a header can carry as they are. */
const printable = /^[!-~](?:[ -~]*[!-~])?$/

/** A key that callers send in a header. */
export const headerKey: Kind<string> = {
  words: 'a string of printable ASCII characters, without a space or line break at its ends',
  accepts: (value): value is string => isText(value) && printable.test(value),
  secret: true,
}

/** Names of hosts, in an array or with commas in between. */
export const hostNames: Kind<string | readonly string[]> = {
  words: 'names of hosts such as sandbox.example.com, without http:// and path',
  accepts: (value): value is string | readonly string[] =>
    (isText(value) && areHosts(value)) ||
    (Array.isArray(value) && value.every((each) => isText(each) && areHosts(each))),
  asText: { accepts: areHosts, cure: 'Give names such as sandbox.example.com, without http:// and path.' },
}

function areHosts(names: string): boolean {
  return names
    .split(',')
    .every((host) => !/[/?#@\\\s]/.test(host.trim()) && URL.canParse(`http://${host.trim()}`))
}

export const yesOrNo: Kind<boolean> = {
  words: 'a boolean',
  accepts: (value) => typeof value === 'boolean',
}

/** One text or several. */
export const texts: Kind<string | readonly string[]> = {
  words: 'a string or an array of strings',
  accepts: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
}

/** A certificate or a key in PEM. */
export const pem: Kind<string | Buffer> = {
  words: 'PEM, as a string or a Buffer',
  accepts: (value) => isText(value) || Buffer.isBuffer(value),
}

/** The destination of log lines. */
export const lineStream: Kind<{ write(line: string): void }> = {
  words: 'an object with a method write(line)',
  accepts: (value): value is { write(line: string): void } =>
    typeof (value as { write?: unknown } | null | undefined)?.write === 'function',
}

export function oneOf<const Choice extends string>(...choices: Choice[]): Kind<Choice> {
  return {
    words: `one of ${choices.map((choice) => `'${choice}'`).join(', ')}`,
    accepts: (value): value is Choice => choices.some((choice) => choice === value),
    choices,
  }
}

export function wholeNumber(from: number, to: number): Kind<number> {
  const range = { from, to, orOff: false }
  return {
    words: rangeWords(range),
    accepts: (value): value is number => Number.isSafeInteger(value) && isWithin(value as number, range),
    range,
  }
}

export function wholeNumberOrOff(from: number, to: number): Kind<number | 'off'> {
  const number = wholeNumber(from, to)
  const range = { from, to, orOff: true }
  return {
    words: rangeWords(range),
    accepts: (value): value is number | 'off' => value === 'off' || number.accepts(value),
    range,
  }
}

function isWithin(value: number, { from, to }: Range): boolean {
  return value >= from && value <= to
}

/** A part of a whole. */
export const shareOrOff: Kind<number | 'off'> = {
  words: "a number above 0, up to 1, or 'off'",
  accepts: (value): value is number | 'off' =>
    value === 'off' || (typeof value === 'number' && value > 0 && value <= 1),
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
  accepts: (value): value is number | string | Date =>
    (typeof value === 'number' || isText(value) || value instanceof Date) && isMoment(value),
  asText: { accepts: isMoment, cure: 'Write it as 2026-01-31T12:00:00Z.' },
}
