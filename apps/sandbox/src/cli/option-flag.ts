import { InvalidArgumentError, Option as CommandOption } from 'commander'
import { type Kind, type Range, rangeWords } from '../start/option-kinds.ts'
import { type Flag, isMade, type Option } from '../start/option.ts'

/** An option that has a flag. */
export type FlaggedOption = Option<unknown> & { flag: Flag }

/** The flag of an option, with its environment variable, default and choices. */
export function optionFlag(option: FlaggedOption): CommandOption {
  const { kind, flag, help } = option
  const made = new CommandOption(flag.form, help).env(variableOf(flag.form))
  // The flag has no value.
  if (!made.required) return made
  const preset = option.serve ?? option.default
  if (preset !== undefined && !isMade(preset)) made.default(inUnits(preset, 1 / (flag.unit ?? 1)))
  const choices = flag.choices ?? kind.choices
  if (choices) made.choices(choices)
  else if (kind.range) made.argParser(readNumber(kind.range, flag.unit))
  else if (kind.asText) made.argParser(readText(kind.asText))
  return made
}

/** `--no-control` is `SVC_NO_CONTROL`. */
function variableOf(form: string): string {
  const [name = ''] = form.replace(/^--/, '').split(' ')
  return `SVC_${name.replaceAll('-', '_').toUpperCase()}`
}

/** Converts the unit of a number; returns any other value unchanged. */
export function inUnits(value: unknown, factor: number): unknown {
  return typeof value === 'number' ? value * factor : value
}

function readNumber(range: Range, unit = 1): (text: string) => number | 'off' {
  const { orOff } = range
  const from = Math.ceil(range.from / unit)
  const to = unit === 1 ? range.to : Math.floor(range.to / unit)
  return (text) => {
    if (orOff && text === 'off') return text
    const value = Number(text)
    if (!/^\d{1,12}$/.test(text) || value < from || value > to) {
      throw new InvalidArgumentError(`It must be ${rangeWords({ from, to, orOff })}.`)
    }
    return value
  }
}

function readText({ accepts, cure }: NonNullable<Kind<unknown>['asText']>): (text: string) => string {
  return (text) => {
    if (!accepts(text)) throw new InvalidArgumentError(cure)
    return text
  }
}
