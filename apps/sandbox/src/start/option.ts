import type { Kind } from './option-kinds.ts'

/** One option of `startSandbox`: everything about it. */
export interface Option<T> {
  kind: Kind<T>
  /** One line, as `svc-sandbox serve --help` shows it. */
  help: string
  /** The default: a value, or in words what is made or found at the start. */
  default: T | Made
  /** What `svc-sandbox serve` takes instead, where that is another value. */
  serve?: T
  /** How it is written on the command line of `serve`. @default no flag */
  flag?: Flag
  /** Its environment variable, where it has no flag, because flags are seen in the list of processes. */
  variable?: string
}

export interface Flag {
  /** As commander writes it, `--drain <seconds>`. Its environment variable follows from it: `SVC_DRAIN`. */
  form: string
  /** Factor from the flag's unit to the option's: 1,000 from seconds to milliseconds. @default 1 */
  unit?: number
  /** Fewer values than the option has. @default all of them */
  choices?: readonly string[]
  /** It names a file in PEM, whose content is the value. */
  file?: true
}

/** A default in words. */
export interface Made {
  made: string
}

/** Options that go together in an object of their own. */
export interface Group<Members> {
  help: string
  /** A value that is allowed instead of the object. */
  or?: Kind<boolean>
  /** The default of the group. @default the defaults of its members */
  default?: boolean | Made
  /** Whether all of its members have to be given. */
  whole?: true
  members: Members
}

/** An option for each field of an interface of options, and a group for each that is an object with options in it. */
export type OptionTable<T> = {
  [Name in keyof T]-?: Option<Exclude<T[Name], undefined>> | Group<OptionTable<Fields<T[Name]>>>
}

type Fields<T> = Exclude<Extract<T, object>, readonly unknown[] | Date>

/** An entry of a table whose types are not known any more. */
export type Entry = Option<unknown> | Group<Record<string, Option<unknown>>>

/** Every option of a table in its order, those of groups with the path to them. */
export function listOptions(table: Record<string, Entry>): { path: string[]; option: Option<unknown> }[] {
  return Object.entries(table).flatMap(([name, entry]) =>
    'members' in entry
      ? Object.entries(entry.members).map(([member, option]) => ({ path: [name, member], option }))
      : [{ path: [name], option: entry }],
  )
}

/** Whether a default is given in words, and not as a value. */
export function isMade(value: unknown): value is Made {
  return typeof value === 'object' && value !== null && 'made' in value
}
