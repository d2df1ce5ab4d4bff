import { type Command, InvalidArgumentError, Option } from 'commander'
import { optionTable } from '../start/option-table.ts'
import { CliError } from './errors.ts'
import { optionFlag } from './option-flag.ts'

/** Every flag has an environment variable `SVC_…`; the flag wins. */
export function flag(flags: string, description: string, variable?: string): Option {
  const option = new Option(flags, description)
  const name = variable ?? `SVC_${option.attributeName().replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
  return option.env(option.negate ? name.replace(/^SVC_/, 'SVC_NO_') : name)
}

/** Where the database is: `.svc/sandbox.db` unless another one is named. */
export const databaseFlag = () => optionFlag(optionTable.database)

/** The flags of every command that talks to a running sandbox. */
export function connectionFlags(command: Command): Command {
  return command
    .addOption(databaseFlag())
    .addOption(
      flag('--url <url>', 'address of the sandbox; otherwise found in its data folder').argParser(readUrl),
    )
    .addOption(flag('--admin-token <token>', 'its admin token; otherwise found in its data folder'))
}

function readUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new InvalidArgumentError('Write it as http://127.0.0.1:4010.')
}

/** What {@link connectionFlags} parses. */
export interface ConnectionFlags {
  /** Its folder holds the credentials. */
  database: string
  url?: string
  adminToken?: string
  property?: string
}

/** The flag of commands that work on one property. */
export const propertyFlag = () =>
  flag('--property <id>', 'the property; otherwise the first one', 'SVC_PROPERTY_ID')

/** The flag of commands whose output programs may read. */
export const jsonFlag = () => flag('--json', 'print JSON')

/**
 * Refuses a variable of a flag without a value that says neither yes nor no. Commander would take it for a yes, and
 * `SVC_INSECURE_HTTP=never` says something else.
 *
 * @throws CliError `usage`
 */
export function refuseUnclearVariables({ options }: Command, env: NodeJS.ProcessEnv): void {
  for (const { envVar, required, optional, long } of options) {
    if (!envVar || required || optional) continue
    const value = env[envVar]?.trim()
    if (value === undefined || /^(1|true|yes|on)$/i.test(value)) continue
    throw new CliError('usage', `${envVar} is 1 (as ${long}) or 0, not "${value}".`)
  }
}

/** A whole number within bounds, as a flag's value. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!/^\d{1,12}$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
    }
    return value
  }
}

/**
 * Removes the variables that give nothing. Commander reads any value of a flag without one as "yes", also
 * `SVC_TRUST_PROXY=false`. And an empty variable is what files for Compose and systemd make of one that nobody has set:
 * as a value it would be an empty API key.
 */
export function dropEmptyVariables(command: Command, env: NodeJS.ProcessEnv): void {
  for (const option of command.options) {
    if (!option.envVar) continue
    const value = env[option.envVar]?.trim()
    const nothing = option.required || option.optional ? /^$/ : /^(|0|false|no|off)$/i
    if (value !== undefined && nothing.test(value)) delete env[option.envVar]
  }
  for (const child of command.commands) dropEmptyVariables(child, env)
}
