import { ModelsError } from './errors.ts'
import { unknownOptions } from './options.ts'

/**
 * Refuses unknown options of a function of this package.
 *
 * @throws ModelsError `invalid_option`
 */
export function checkOptions(of: string, given: unknown, known: Readonly<Record<string, unknown>>): void {
  const problems = unknownOptions(given, known).map(({ path, message }) => `${path} ${message}`.trim())
  if (problems.length > 0) throw new ModelsError('invalid_option', `${of}: ${problems.join('; ')}`)
}
