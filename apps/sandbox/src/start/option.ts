import type { Kind } from './option-kinds.ts'

/** One option of `startSandbox`: all that is known of it. */
export interface Option<T> {
  kind: Kind<T>
  /** One line, as `svc-sandbox serve --help` shows it. */
  help: string
  /** What is taken when it is not given: a value, or in words what is made or found then. */
  default: T | Made
  /** What `svc-sandbox serve` takes instead, where that is another value. */
  serve?: T
  /** How it stands on the command line of `serve`. @default not there */
  flag?: Flag
  /** Its environment variable, where it has no flag, because flags are seen in the list of processes. */
  variable?: string
}

export interface Flag {
  /** As commander writes it, `--drain <seconds>`. Its environment variable follows from it: `SVC_DRAIN`. */
  form: string
  /** What one of the flag's numbers is worth in the option's: 1,000 from seconds to milliseconds. @default 1 */
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
  /** What may stand in place of the object. */
  or?: Kind<boolean>
  /** What is taken when the group is not given. @default the defaults of its members */
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

/** Whether a default is words, and no value. */
export function isMade(value: unknown): value is Made {
  return typeof value === 'object' && value !== null && 'made' in value
}
