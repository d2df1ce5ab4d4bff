import type { ControlOperation } from '@svc/control'
import { querySchemas } from '@svc/models'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { forwardAddress } from './forward-address.ts'
import { withListChoices } from './list-choices.ts'

/** A field of a request as JSON Schema describes it, as far as a flag needs it. */
interface Field {
  type?: string
  description?: string
  enum?: readonly string[]
  items?: Field
  properties?: Readonly<Record<string, Field>>
  anyOf?: readonly Field[]
}

/** Adds a flag for each field of an operation's query and body: `guest_id` is `--guest-id`. */
export function schemaFlags(command: Command, { query, body }: ControlOperation): void {
  for (const schema of [query, body]) {
    if (!schema) continue
    for (const [name, field] of querySchemas(schema)) {
      const { description = '', enum: choices, items } = valueOf(field)
      const flag = new Option(`--${flagName(name)} <value>`, description)
      if (choices) flag.choices(choices)
      else if (name === 'url') flag.argParser((text) => forwardAddress(text) ?? text)
      else flag.argParser(parserOf(field))
      if (items?.enum) withListChoices(flag, items.enum)
      command.addOption(flag)
    }
  }
}

/** The fields that were given, under their names on the wire; undefined when there are none. */
export function givenFields(
  { query, body }: ControlOperation,
  flags: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const names = [query, body].flatMap((schema) => (schema ? querySchemas(schema).map(([name]) => name) : []))
  const given = names
    .map((name) => [name, flags[camel(flagName(name))]] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, value === cleared ? null : value] as const)
  return given.length > 0 ? Object.fromEntries(given) : undefined
}

/** Stands for null, which commander would turn into an empty text. */
const cleared = Symbol('null')

/** The flag of each field that {@link schemaFlags} has added, to name it in a refusal. */
export function flagNames({ query, body }: ControlOperation): Record<string, string> {
  const fields = [query, body].flatMap((schema) => (schema ? querySchemas(schema) : []))
  return Object.fromEntries(fields.map(([name]) => [name, `--${flagName(name)}`]))
}

/** The words of each list that was given, by their paths in a refusal: `events.0` is `--events "payment.crated"`. */
export function itemNames(fields: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const items = Object.entries(fields).flatMap(([name, list]) =>
    Array.isArray(list) ? list.map((item: unknown, index) => [`${name}.${index}`, name, item] as const) : [],
  )
  return Object.fromEntries(
    items.flatMap(([path, name, item]) =>
      typeof item === 'string' ? [[path, `--${flagName(name)} ${JSON.stringify(item)}`]] : [],
    ),
  )
}

/** `--url` is the sandbox's own address on every command. */
const flagName = (name: string): string => (name === 'url' ? 'endpoint-url' : kebab(name))

const kebab = (name: string): string =>
  name.replaceAll('_', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const camel = (name: string): string => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The branch that is not null, of a field that may be. */
function valueOf(field: Field): Field {
  const branch = field.anyOf?.find(({ type }) => type !== 'null')
  return branch && field.anyOf?.some(({ type }) => type === 'null') ? { ...field, ...branch } : field
}

/** Reads the text of a flag as its field wants it; `null` clears a field that may be null. */
function parserOf(field: Field): (text: string) => unknown {
  const clears = field.anyOf?.some(({ type }) => type === 'null') ?? false
  const { type, items } = valueOf(field)
  return (text) => {
    if (clears && text === 'null') return cleared
    if (type === 'integer' || type === 'number') return parseNumber(text)
    if (type === 'boolean') return parseBoolean(text)
    if (type === 'array' && items?.type !== 'object' && !text.startsWith('['))
      return text.split(',').map((item) => item.trim())
    return type === 'array' || type === 'object' ? parseJson(text, exampleOf(field)) : text
  }
}

function parseNumber(text: string): number {
  if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

function parseBoolean(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('It must be true or false.')
  return text === 'true'
}

/** How a list or an object is written: `[{"date": …, "amount": …}]`. */
function exampleOf(field: Field): string {
  const { type, items, properties = {} } = valueOf(field)
  if (type === 'array') return `[${items ? exampleOf(items) : '…'}]`
  const [one, another] = Object.keys(properties)
  const members = [one, another].flatMap((name) => (name === undefined ? [] : [`"${name}": …`]))
  return `{${members.join(', ')}}`
}

function parseJson(text: string, example: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArgumentError(`It must be JSON, in the form '${example}'.`)
  }
}
