import { optionTable } from '../start/option-table.ts'

/** The keys that seal webhook secrets: from the environment alone, because flags are seen in the list of processes. */
export function secretKeys(env: NodeJS.ProcessEnv = process.env): string[] {
  return (env[optionTable.secretKey.variable] ?? '').split(',').flatMap((key) => key.trim() || [])
}
