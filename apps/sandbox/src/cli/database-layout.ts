import { optionTable } from '../start/option-table.ts'
import type { OpenStorageOptions } from '../storage/open-options.ts'
import { CliError } from './errors.ts'
import { optionFlag } from './option-flag.ts'

/**
 * How a command that opens a database itself lays out a new one: as `serve` would, by the same variables of the
 * environment. Its flags are those of `serve` alone.
 *
 * @throws CliError `usage` for a value that `serve` would not take either
 */
export function databaseLayout(
  env: NodeJS.ProcessEnv = process.env,
): Pick<OpenStorageOptions, 'partitions' | 'wake'> {
  return { partitions: read(env, 'partitions'), wake: read(env, 'wake') }
}

function read<Name extends 'partitions' | 'wake'>(
  env: NodeJS.ProcessEnv,
  name: Name,
): OpenStorageOptions[Name] {
  const { envVar = '', parseArg } = optionFlag(optionTable[name])
  const value = env[envVar]
  if (!value) return undefined
  try {
    return parseArg?.(value, undefined)
  } catch (error) {
    throw new CliError('usage', `${envVar} cannot be "${value}". ${(error as Error).message}`)
  }
}
