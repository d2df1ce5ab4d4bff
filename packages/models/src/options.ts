import type { ErrorDetail } from './error-body.ts'

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
  // All of a short name is not a typo.
  return nearestWithin(Math.min(typos, given.length - 1), given, names)
}

/** The name that is at most so many edits away, the fewest first. */
export function nearestWithin(most: number, given: string, names: readonly string[]): string | undefined {
  for (let edits = 0; edits <= most; edits++) {
    const nearest = names.find((known) => isNear(given.toLowerCase(), known.toLowerCase(), edits))
    if (nearest) return nearest
  }
  return undefined
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
    return [{ path, message: `${path ? '' : 'options '}must be an object` }]
  }
  const names = Object.keys(known)
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const nearest = nearestName(name, names)
      const hint = nearest ? `did you mean ${nearest}?` : `there are ${names.join(', ')}`
      return { path: path ? `${path}.${name}` : name, message: `is not an option: ${hint}` }
    })
}

/** Whether so many insertions, deletions and replacements make one name of the other: with few, the short form is fast. */
function isNear(a: string, b: string, edits: number): boolean {
  if (a === b) return true
  const [restA, restB] = [a.slice(1), b.slice(1)]
  if (a[0] === b[0]) return isNear(restA, restB, edits)
  if (edits-- === 0) return false
  return isNear(restA, b, edits) || isNear(a, restB, edits) || isNear(restA, restB, edits)
}
