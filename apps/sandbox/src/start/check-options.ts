import { inspect } from 'node:util'
import { nearestName } from '@svc/models'
import { StartError } from './errors.ts'
import type { Kind } from './option-kinds.ts'
import { optionTable } from './option-table.ts'
import type { Entry } from './option.ts'

/**
 * Checks options that may come without a type check, from JavaScript or from a configuration file. A misspelt option
 * must not start a wrong sandbox, such as one in memory instead of on a file, or one with another policy for targets.
 *
 * @throws StartError `invalid_option` naming the option, and what it may be
 */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) throw invalid('The options of startSandbox', 'an object', options)
  checkFields(options, optionTable, '')
}

function checkFields(given: object, table: Record<string, Entry>, prefix: string): void {
  for (const [name, value] of Object.entries(given)) {
    const entry = Object.hasOwn(table, name) ? table[name] : undefined
    if (!entry) throw unknownOption(name, Object.keys(table), prefix)
    if (value !== undefined) checkEntry(value, entry, prefix + name)
  }
}

function checkEntry(value: unknown, entry: Entry, path: string): void {
  if (!('members' in entry)) return checkValue(value, entry.kind, path)
  if (entry.or?.accepts(value)) return
  if (!isObject(value)) {
    throw invalid(`The option ${path}`, entry.or ? `${entry.or.words} or an object` : 'an object', value)
  }
  checkFields(value, entry.members, `${path}.`)
  const missing = Object.keys(entry.members).find(
    (name) => (value as Record<string, unknown>)[name] === undefined,
  )
  if (entry.whole && missing) {
    const names = Object.keys(entry.members).join(' and ')
    throw new StartError('invalid_option', `The option ${path} needs ${names}: ${missing} is missing.`)
  }
}

function checkValue(value: unknown, kind: Kind<unknown>, path: string): void {
  if (!kind.accepts(value)) throw invalid(`The option ${path}`, kind.words, value, kind.secret)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function unknownOption(name: string, names: string[], prefix: string): StartError {
  const meant = nearestName(name, names)
  const hint = meant === undefined ? '' : ` Did you mean ${prefix}${meant}?`
  return new StartError(
    'invalid_option',
    `There is no option "${prefix}${name}" of startSandbox.${hint} There are: ${names.map((each) => prefix + each).join(', ')}.`,
  )
}

function invalid(what: string, words: string, value: unknown, secret = false): StartError {
  return new StartError('invalid_option', `${what} must be ${words}, not ${shown(value, secret)}.`)
}

/** The given value as a message may show it: a long text may be a key. */
function shown(value: unknown, secret: boolean): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'string' && (secret || value.length > 40)) {
    return value === '' ? 'an empty string' : `a string of ${value.length} characters`
  }
  return inspect(value)
}
