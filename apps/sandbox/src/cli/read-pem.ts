import { readFileSync } from 'node:fs'
import { CliError } from './errors.ts'

/**
 * A certificate or a key from the file that a flag names.
 *
 * @throws CliError `file` when it cannot be read or is in another form
 */
export function readPem(path: string, flag: string): Buffer {
  let pem: Buffer
  try {
    pem = readFileSync(path)
  } catch (error) {
    throw new CliError('file', `${flag} ${path} cannot be read: ${(error as Error).message}`, {
      cause: error,
    })
  }
  if (pem.includes('-----BEGIN ')) return pem
  throw new CliError('file', `${flag} ${path} is not in PEM form (no "-----BEGIN …" line in it).`)
}
