import type { ErrorDetail } from './error-body.ts'
import { ModelsError } from './errors.ts'

/** The names of all options of a function: the compiler tells when one is missing or is one too many. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true }

/** The largest number of edits at which a name counts as a misspelt one. */
const typos = 3

/**
 * The name that a misspelt one most likely means, whatever the case of its letters; undefined when none is near.
 *
 * @example
 * nearestName('idempotencykey', ['signal', 'idempotencyKey']) // 'idempotencyKey'
 */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const name = given.toLowerCase()
  let best: string | undefined
  // All of a short name is not a typo.
  let fewest = Math.min(typos + 1, name.length)
  for (const known of names) {
    const needed = edits(name, known.toLowerCase(), fewest - 1)
    if (needed >= fewest) continue
    best = known
    fewest = needed
  }
  return best
}

/**
 * What a caller without a type check gave that is no option (D25): one detail for each, with the nearest option, or all
 * of them when none is near. Options that are `undefined` or `null` as a whole are fine.
 *
 * @param given the options as they came
 * @param known every option of the function
 * @param path what stands before the names: `options` gives `options.timeout`
 */
export function unknownOptions(
  given: unknown,
  known: Readonly<Record<string, unknown>>,
  path = '',
): ErrorDetail[] {
  if (given === undefined || given === null) return []
  if (typeof given !== 'object' || Array.isArray(given)) {
    return [{ path, message: path ? 'must be an object' : 'options must be an object' }]
  }
  const problems: ErrorDetail[] = []
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(known, name)) continue
    const names = Object.keys(known)
    const nearest = nearestName(name, names)
    const message = nearest
      ? `is not an option: did you mean ${nearest}?`
      : `is not an option: there ${names.length === 1 ? 'is only' : 'are'} ${names.join(', ')}`
    problems.push({ path: path ? `${path}.${name}` : name, message })
  }
  return problems
}

/**
 * Refuses unknown options of a function of this package.
 *
 * @throws ModelsError `invalid_option`
 */
export function checkOptions(of: string, given: unknown, known: Readonly<Record<string, unknown>>): void {
  const problems = unknownOptions(given, known).map(({ path, message }) => `${path} ${message}`.trim())
  if (problems.length > 0) throw new ModelsError('invalid_option', `${of}: ${problems.join('; ')}`)
}

/**
 * Levenshtein's number of insertions, deletions and replacements, as far as `most`: with that bound the short form is
 * fast enough.
 */
function edits(a: string, b: string, most: number): number {
  if (most < 0) return Infinity
  if (a === '' || b === '') return a.length + b.length
  const [restA, restB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return edits(restA, restB, most)
  const left = most - 1
  return 1 + Math.min(edits(restA, b, left), edits(a, restB, left), edits(restA, restB, left))
}
