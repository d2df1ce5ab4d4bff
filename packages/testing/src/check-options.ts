import { nearestName, unknownOptions } from '@svc/models'
import { TestingError } from './errors.ts'

/**
 * Refuses a misspelt option with the one that was meant (D25): a test whose `respnd` is ignored passes for the wrong
 * reason.
 *
 * @throws TestingError `invalid_option`
 */
export function checkOptions(of: string, given: unknown, known: Readonly<Record<string, unknown>>): void {
  const problems = unknownOptions(given, known)
  if (problems.length === 0) return
  const words = problems.map(({ path, message }) => `${path} ${message}`.trim())
  throw new TestingError('invalid_option', `${of}: ${words.join('; ')}.`.replace('?.', '?'))
}

/** The error for a name that is none of those there are, in the words of {@link checkOptions}. */
export function unknownName(
  of: string,
  kind: string,
  given: unknown,
  names: readonly string[],
): TestingError {
  const nearest = typeof given === 'string' ? nearestName(given, names) : undefined
  const hint = nearest ? `did you mean '${nearest}'?` : `there are ${names.join(', ')}.`
  return new TestingError('invalid_option', `${of}: ${JSON.stringify(given)} is no ${kind}: ${hint}`)
}
