import { optionTable } from './option-table.ts'
import { type Entry, isMade, type Made } from './option.ts'
import type { SandboxOptions } from './options.ts'

type Table = typeof optionTable
/** The options that are never undefined, as their default is a value. */
type Valued = {
  [Name in keyof Table]: Table[Name] extends { default: infer Default }
    ? Default extends Made
      ? never
      : Name
    : Name
}[keyof Table]

/** Options with their defaults in place. A part that needs an undefined one makes or finds its value. */
export type FilledOptions = SandboxOptions & { [Name in Valued]: Exclude<SandboxOptions[Name], undefined> }

/** Puts the defaults of the table in place of what is not given. */
export function fillOptions(options: SandboxOptions): FilledOptions {
  return fill(options, optionTable) as FilledOptions
}

function fill(given: object, table: Record<string, Entry>): object {
  const filled: Record<string, unknown> = { ...given }
  for (const [name, entry] of Object.entries(table)) {
    const preset = 'default' in entry ? entry.default : {}
    filled[name] ??= isMade(preset) ? undefined : preset
    const value = filled[name]
    if ('members' in entry && typeof value === 'object' && value !== null) {
      filled[name] = fill(value, entry.members)
    }
  }
  return filled
}
