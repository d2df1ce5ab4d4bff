import type { Command } from 'commander'
import { optionTable } from '../start/option-table.ts'
import { listOptions } from '../start/option.ts'
import type { SandboxOptions } from '../start/options.ts'
import { CliError } from './errors.ts'
import { flag } from './flags.ts'
import { type FlaggedOption, inUnits, optionFlag } from './option-flag.ts'
import { readPem } from './read-pem.ts'

/** The flags of `serve` as commander returns them: those of the option table, and `--json`. */
export type ServeFlags = Record<string, unknown> & { json?: true }

/** Adds a flag for every option that has one. */
export function serveFlags(command: Command): Command {
  for (const { option } of listOptions(optionTable)) {
    if (option.flag) command.addOption(optionFlag(option as FlaggedOption))
  }
  return command.addOption(
    flag('--json', 'first line of stdout: one JSON object with url, apiKey, adminToken …'),
  )
}

/**
 * The options that the flags set, in the units of the options.
 *
 * @throws CliError `usage` or `file` when a file that a flag names cannot be used
 */
export function optionsOfFlags(flags: ServeFlags): SandboxOptions & { database: string } {
  requireBothFiles(flags)
  const options: Record<string, unknown> = {}
  for (const { path, option } of listOptions(optionTable)) {
    const value = option.flag ? valueOfFlag(option as FlaggedOption, flags) : option.serve
    if (value === undefined) continue
    const [name = '', member] = path
    if (member === undefined) options[name] = value
    else options[name] = { ...(options[name] as object | undefined), [member]: value }
  }
  // Commander fills in its default. startSandbox checks all other values.
  return options as { database: string }
}

function valueOfFlag(option: FlaggedOption, flags: ServeFlags): unknown {
  const made = optionFlag(option)
  const given = flags[made.attributeName()]
  if (option.flag.file && typeof given === 'string') return readPem(given, made.long ?? '')
  return inUnits(given, option.flag.unit ?? 1)
}

function requireBothFiles({ tlsCert, tlsKey }: ServeFlags): void {
  if ((tlsCert === undefined) === (tlsKey === undefined)) return
  const missing = tlsCert === undefined ? 'cert' : 'key'
  throw new CliError('usage', `TLS needs both files: --tls-${missing} is missing.`)
}
