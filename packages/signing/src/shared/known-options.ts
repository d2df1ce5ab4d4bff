import { SigningError } from '../errors.ts'
import { tagOf } from './tag-of.ts'

/** The names of all options of a function: the compiler tells when one is missing or is one too many. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true }

/**
 * Refuses a misspelt option with the one that was meant: a `headerprefix` that is ignored refuses every delivery. By
 * hand, as `@svc/models` does it, because this library depends on nothing.
 *
 * @throws {SigningError} `invalid_option`
 */
export function refuseUnknown(of: string, given: unknown, known: Readonly<Record<string, true>>): void {
  const names = Object.keys(known)
  if (tagOf(given) !== 'Object') {
    throw new SigningError(
      'invalid_option',
      `${of} takes an object of options (${names.join(', ')}), not a value of type ${tagOf(given)}.`,
    )
  }
  for (const name of Object.keys(given as object)) {
    if (names.includes(name)) continue
    // The fewest edits first: `typ` is `type`, and not `id`.
    const near = [1, 2, 3].flatMap((edits) =>
      names.filter((each) => isNear(name.toLowerCase(), each.toLowerCase(), edits)),
    )[0]
    const hint = near ? `did you mean "${near}"?` : `there are ${names.join(', ')}.`
    throw new SigningError('invalid_option', `"${name}" is not an option of ${of}: ${hint}`)
  }
}

/** Whether so many insertions, deletions and replacements make one name of the other. */
function isNear(a: string, b: string, edits: number): boolean {
  if (a === b) return true
  if (edits === 0) return false
  const [restA, restB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return isNear(restA, restB, edits)
  return isNear(restA, b, edits - 1) || isNear(a, restB, edits - 1) || isNear(restA, restB, edits - 1)
}
